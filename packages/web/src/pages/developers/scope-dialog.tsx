import { t } from '#web/i18n/developers.ts'
import { formatValues } from '#web/i18n/format.ts'
import './developers.css'
import { Modal, Text } from '@mantine/core'
import { api } from '#web/api.ts'
import { Form } from '#web/components/form.tsx'
import { toast } from '#web/components/toast.tsx'
import { ScopeFields, type ScopeFormValues, toScopeBody } from './scope-fields.tsx'
import { describeScopes, type GrantedScope, presetOf } from './scopes.ts'

/** A cell of a list: the preset, or the number of permissions with their names. */
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

interface ScopeDialogProps {
  /** An API key or an OAuth client. */
  path: `/api-keys/${string}/scopes` | `/oauth-clients/${string}/scopes`
  name: string
  scopes: readonly GrantedScope[]
  close: () => void
  reload: () => Promise<void>
}

/** Changes the permissions of an API key or an OAuth client. */
export function ScopeDialog({ path, name, scopes, close, reload }: ScopeDialogProps) {
  return (
    <Modal opened onClose={close} title={t('Permissions of {name}', { name })} size="lg">
      <Form
        initial={{ scopes: [...scopes], password: '' } as ScopeFormValues}
        onSubmit={(values) => api.put(path, toScopeBody(values))}
        onDone={() => {
          close()
          void reload()
          toast(t('Permissions of {name} saved. They apply from the next request.', { name }))
        }}
        submitLabel={t('Save')}
        onCancel={close}
      >
        {(form) => <ScopeFields form={form} before={scopes} />}
      </Form>
    </Modal>
  )
}
