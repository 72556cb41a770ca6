import { t } from '#web/i18n/developers.ts'
import { formatValues } from '#web/i18n/format.ts'
import './developers.css'
import { Text } from '@mantine/core'
import { api } from '#web/api.ts'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { ScopeFields, type ScopeFormValues, toScopeBody } from './scope-fields.tsx'
import { describeScopes, type GrantedScope, presetOf } from './scopes.ts'

/** A cell of a list that shows the preset, or the number of permissions with their names. */
export function ScopeSummary({ scopes }: { scopes: readonly GrantedScope[] }) {
  return (
    <>
      {describeScopes(scopes)}
      {presetOf(scopes) === 'custom' && (
        <Text size="xs" c="dimmed" className="mono scope-names">
          {scopes.length > 3
            ? t('{scopes} and {count} more', {
                scopes: formatValues(scopes.slice(0, 3)),
                count: scopes.length - 3,
              })
            : formatValues(scopes)}
        </Text>
      )}
    </>
  )
}

interface ScopeOwner {
  /** The path of the scopes of an API key or an OAuth client. */
  path: `/api-keys/${string}/scopes` | `/oauth-clients/${string}/scopes`
  name: string
  scopes: readonly GrantedScope[]
}

/** Changes the permissions of an API key or an OAuth client. */
export const changeScopes = ({ path, name, scopes }: ScopeOwner): void =>
  openForm({
    title: t('Permissions of {name}', { name }),
    size: 'lg',
    initial: { scopes: [...scopes], password: '' } as ScopeFormValues,
    onSubmit: (values) => api.put(path, toScopeBody(values)),
    onDone: () =>
      toast(t('Permissions of {name} saved. They apply from the next request.', { name })),
    submitLabel: t('Save'),
    children: (form) => <ScopeFields form={form} before={scopes} />,
  })
