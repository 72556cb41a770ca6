import { useNavigate } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { ErrorState, PageSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { useRouteId } from '#web/components/layout/use-route-id.ts'
import { t } from '#web/i18n/contacts.ts'
import { useEditable } from '#web/use-editable.ts'
import { ContactForm, toBody, toFormValues } from './contact-form.tsx'

/** The page that adds a contact. */
export const NewContactPage = () => (
  <Page title={t('New contact')}>
    <ContactForm
      initial={toFormValues()}
      onSubmit={(values) => api.post('/contacts', toBody(values))}
      onDone={useOnSaved()}
      submitLabel={t('Add contact')}
    />
  </Page>
)

/** The page that edits a contact. A concurrent change of another user is not lost. */
export function EditContactPage() {
  const id = useRouteId()
  const { data, error, refetch } = useEditable(`/contacts/${id}`)
  const onSaved = useOnSaved()
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton />
  const { value, etag } = data
  return (
    <Page title={t('Edit {name}', { name: value.name })}>
      <ContactForm
        key={etag}
        initial={toFormValues(value)}
        manager={value.manager}
        onSubmit={(values) => api.patch(`/contacts/${id}`, toBody(values), etag)}
        conflict={{
          id,
          fetchLatest: async () => toFormValues(await api.get(`/contacts/${id}`)),
          reload: () => void refetch(),
          overwrite: (values) => api.patch(`/contacts/${id}`, toBody(values)),
        }}
        onDone={onSaved}
        submitLabel={t('Save changes')}
      />
    </Page>
  )
}

function useOnSaved() {
  const navigate = useNavigate()
  return async ({ id, name }: { id: string; name: string }) => {
    toast(t('“{name}” saved.', { name }))
    await navigate({ to: '/contacts/$id', params: { id } })
  }
}
