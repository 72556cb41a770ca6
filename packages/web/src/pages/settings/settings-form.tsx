import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import type { AccountSettings } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { t } from '#web/i18n/settings.ts'
import { useEditable } from '#web/use-editable.ts'

/** A form for some settings of the account. An empty text removes the setting. */
export function SettingsForm<Values extends Record<string, unknown>>({
  pick,
  prepare = async (values) => values,
  children,
}: {
  pick: (account: AccountSettings) => Values
  /**
   * Prepares the values before they are saved, and asks the server to check them. Rejects with an error for each invalid field.
   */
  prepare?: (values: Values) => Promise<Values>
  children: (form: UseFormReturnType<Values>, account: AccountSettings) => ReactNode
}) {
  const { data, error, refetch } = useEditable('/account')
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return <RowsSkeleton rows={3} />
  const patch = async (values: Values, etag: string | undefined) =>
    api.patch('/account', emptyToNull(await prepare(values)), etag)
  return (
    <Form
      key={data.etag}
      initial={pick(data.value)}
      onSubmit={(values) => patch(values, data.etag)}
      conflict={{
        id: data.value.id,
        fetchLatest: async () => pick(await api.get('/account')),
        reload: () => void refetch(),
        overwrite: (values) => patch(values, undefined),
      }}
      onDone={async () => {
        toast(t('Saved.'))
        await refetch()
      }}
      submitLabel={t('Save changes')}
    >
      {(form) => children(form, data.value)}
    </Form>
  )
}

const requiredFields: ReadonlySet<string> = new Set(['name'])

const emptyToNull = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === '' && !requiredFields.has(name) ? null : value,
    ]),
  )
