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

/**
 * The alert of an edit conflict. Its code loads when the first conflict occurs, because the small sign-in
 * page has a form too.
 */
const ConflictAlert = lazyPart(
  () => import('./conflict.tsx').then((m) => m.ConflictAlert),
  NotSaved,
)

export interface FormProps<Values extends Record<string, unknown>, Result> {
  initial: Values
  /** Submits the values. If the server rejects them with `errors`, the form shows each error at its field. */
  onSubmit: (values: Values) => Promise<Result>
  /**
   * Runs after the server has saved the values. If this function fails, a toast shows the failure, because
   * the form needs no second attempt.
   */
  onDone?: (result: Result, values: Values) => void | Promise<void>
  submitLabel: string
  onCancel?: () => void
  fullWidth?: boolean
  /**
   * Whether the form is long. In a long form the save bar is sticky, and the user must confirm before leaving
   * the page with unsaved changes.
   */
  isLong?: boolean
  /** The width of the fields and of the save bar in pixels. The default is the width of the page. */
  maxWidth?: number
  /** The functions that resolve an edit conflict (status 412). */
  conflict?: Conflict<Values, Result>
  children: (form: UseFormReturnType<Values>) => ReactNode
}

/**
 * A form that the server validates. `errors[].param` matches the names of the fields, and each message
 * appears at its field. Other errors appear above the submit button.
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
  // This code runs in an effect, because the fields are marked as invalid only after a render.
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

/**
 * Moves the focus to the first invalid field of a form. If there is none, the focus moves to the error
 * message. The order of the errors can differ from the order of the fields.
 */
function focusFirstError(form: HTMLFormElement | null) {
  const find = (selector: string) => form?.querySelector<HTMLElement>(selector)
  const field = find(':is(input, textarea, select, button)[aria-invalid="true"]')
  ;(field ?? find('[role="alert"]'))?.focus()
}

const isField = (param: string | undefined, values: object): param is string =>
  param !== undefined && (param.split('.')[0] ?? '') in values

/** Returns the error message of each field. A fragment such as 'is required' becomes a sentence. */
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

/** The errors that belong to no field of the form. */
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
