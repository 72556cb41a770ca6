import { useNavigate } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { ErrorState, PageSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { useRouteId } from '#web/components/layout/use-route-id.ts'
import { t } from '#web/i18n/occasions.ts'
import { useMe } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import { OccasionForm } from './occasion-form.tsx'
import { toFormValues } from './occasion-values.ts'

/** The page that adds a rule, which is off until its calendar was seen. */
export const NewOccasionPage = () => (
  <Page
    title={t('New rule')}
    about={t('The rule stays off. The next page shows whom it reaches, when and at what cost.')}
  >
    <OccasionForm
      initial={toFormValues(useMe())}
      onSubmit={(values) => api.post('/occasions', values)}
      onDone={useOnSaved()}
      submitLabel={t('Add rule')}
    />
  </Page>
)

/** The page that edits a rule. */
export function EditOccasionPage() {
  const id = useRouteId()
  const me = useMe()
  const { data, error, refetch } = useRead(`/occasions/${id}`)
  const onSaved = useOnSaved()
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton />
  return (
    <Page title={t('Edit {name}', { name: data.name })}>
      <OccasionForm
        initial={toFormValues(me, data)}
        onSubmit={(values) => api.put(`/occasions/${id}`, values)}
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
    await navigate({ to: '/occasions/$id', params: { id } })
  }
}
