import { t } from '#web/i18n/common.ts'
import './form.css'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { ApiError } from '#web/api.ts'
import { ErrorState } from '#web/components/feedback/status-views.tsx'
import { toastError } from '#web/components/feedback/toast.tsx'
import { lazyPart } from '#web/components/layout/on-demand.tsx'
import type { Conflict } from './conflict.tsx'
import { NotSaved } from './not-saved.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

/** Loads with the first conflict: the sign-in has a form, too. */
const ConflictAlert = lazyPart(
  () => import('./conflict.tsx').then((m) => m.ConflictAlert),
  NotSaved,
)

export interface FormProps<Values extends Record<string, unknown>, Result> {
  initial: Values
  /** Submits the values. A rejection with `errors` is shown at the fields. */
  onSubmit: (values: Values) => Promise<Result>
  /** Runs after the values are saved. Its failure appears as a toast, because the form needs no second attempt. */
  onDone?: (result: Result, values: Values) => void | Promise<void>
  submitLabel: string
  onCancel?: () => void
  fullWidth?: boolean
  /** A long form: the save bar is sticky, and leaving with unsaved changes asks for confirmation. */
  isLong?: boolean
  /** The width of the fields and of the save bar in pixels; the default is that of the page. */
  maxWidth?: number
  /** Resolves an edit conflict (412). */
  conflict?: Conflict<Values, Result>
  children: (form: UseFormReturnType<Values>) => ReactNode
}

/**
 * A form validated by the server: `errors[].param` matches the field names, and each message appears at its
 * field. Other errors appear above the submit button.
 */
export function Form<Values extends Record<string, unknown>, Result>({
  initial,
  onSubmit,
  onDone,
  submitLabel,
  onCancel,
  fullWidth = false,
  isLong = false,
  maxWidth,
  conflict,
  children,
}: FormProps<Values, Result>) {
  const form = useForm<Values>({ mode: 'controlled', initialValues: initial })
  const element = useRef<HTMLFormElement>(null)
  const isDone = useRef(false)
  const mutation = useMutation({
    mutationFn: ({ values, isOverwrite }: { values: Values; isOverwrite: boolean }) =>
      isOverwrite && conflict !== undefined ? conflict.overwrite(values) : onSubmit(values),
    onSuccess: async (result, { values }) => {
      isDone.current = true
      try {
        await onDone?.(result, values)
      } catch (error) {
        toastError(error instanceof Error ? error : new Error(String(error)))
      }
    },
    onError: (error) => form.setErrors(toFieldErrors(error, form.getValues())),
  })
  const { error } = mutation
  // In an effect, because the fields are marked as invalid only after a render.
  useEffect(() => {
    if (error !== null) focusFirstError(element.current)
  }, [error])
  const isDirty = isLong && form.isDirty()
  useLeaveGuard(isDirty, () => isDone.current)
  const hasConflict = conflict !== undefined && isConflict(mutation.error)
  return (
    <form
      ref={element}
      noValidate
      onSubmit={form.onSubmit((values) => {
        form.clearErrors()
        mutation.mutate({ values, isOverwrite: false })
      })}
    >
      <Stack {...(maxWidth !== undefined && { maw: maxWidth })}>
        {children(form)}
        {!hasConflict && <FormErrors error={mutation.error} values={form.getValues()} />}
        <Group
          justify={onCancel === undefined && !isLong ? 'flex-start' : 'flex-end'}
          {...(isLong && { className: 'save-bar' })}
        >
          {hasConflict && (
            <div className="save-bar-notice">
              <Suspense fallback={<NotSaved />}>
                <ConflictAlert
                  conflict={conflict}
                  initial={initial}
                  values={form.getValues()}
                  save={(values) =>
                    mutation.mutate({ values: values as Values, isOverwrite: true })
                  }
                />
              </Suspense>
            </div>
          )}
          {isLong && (
            <Text size="sm" c="dimmed" mr="auto" role="status">
              {isDirty ? t('Unsaved changes') : ''}
            </Text>
          )}
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel}>
              {t('Cancel')}
            </Button>
          )}
          <Button type="submit" loading={mutation.isPending} fullWidth={fullWidth}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const isConflict = (error: Error | null) => error instanceof ApiError && error.status === 412

/** Moves the focus to the first invalid field of a form, or else to its message. The errors can have another order. */
function focusFirstError(form: HTMLFormElement | null) {
  const find = (selector: string) => form?.querySelector<HTMLElement>(selector)
  const field = find(':is(input, textarea, select, button)[aria-invalid="true"]')
  ;(field ?? find('[role="alert"]'))?.focus()
}

const isField = (param: string | undefined, values: object): param is string =>
  param !== undefined && (param.split('.')[0] ?? '') in values

/** Error messages by field. A fragment ('is required') becomes a sentence. */
function toFieldErrors(error: Error, values: object): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(
    error.errors.flatMap(({ param, message }) =>
      isField(param, values) ? [[param, toSentence(message)]] : [],
    ),
  )
}

const toSentence = (fragment: string) =>
  /^[a-z]/.test(fragment) ? t('This {fragment}.', { fragment }) : fragment

/** Errors that belong to no field. */
function FormErrors({ error, values }: { error: Error | null; values: object }) {
  if (error === null) return null
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 0)
    return <ErrorState error={error} />
  const formErrors = error.errors.filter(({ param }) => !isField(param, values))
  if (formErrors.length === 0) return null
  return (
    <Alert color="red" variant="light" role="alert" tabIndex={-1}>
      {formErrors.map(({ param, message }) => (
        <div key={`${param} ${message}`}>
          {param === undefined ? message : `${param} ${message}`}
        </div>
      ))}
    </Alert>
  )
}
