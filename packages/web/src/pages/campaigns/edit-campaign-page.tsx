import { useNavigate } from '@tanstack/react-router'
import type { Campaign } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { ErrorState, PageSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { useRouteId } from '#web/components/layout/use-route-id.ts'
import { t } from '#web/i18n/campaigns.ts'
import { useMe } from '#web/session.ts'
import { useEditable } from '#web/use-editable.ts'
import { useRead } from '#web/use-read.ts'
import { CampaignEditor } from './campaign-editor.tsx'
import {
  type CampaignFormValues,
  createInitialValues,
  toBody,
  toFormValues,
  useCampaignChoices,
} from './campaign-form.ts'

/**
 * The page that edits a campaign. If another user changes the campaign at the same time, a conflict dialog
 * appears, so that no change is lost.
 */
export function EditCampaignPage() {
  const id = useRouteId()
  const { data, error, refetch } = useEditable(`/campaigns/${id}`)
  const choices = useCampaignChoices()
  const onSaved = useOnSaved()
  const loadError = error ?? choices.error
  if (loadError !== null) return <ErrorState error={loadError} retry={() => void refetch()} />
  if (data === undefined || choices.data === undefined) return <PageSkeleton />
  const save = (values: CampaignFormValues, etag: string | undefined) => {
    const { invitation_method: _, ...changes } = toBody(values)
    return api.patch(`/campaigns/${id}`, changes, etag)
  }
  return (
    <Page title={t('Edit {name}', { name: data.value.name })}>
      <CampaignEditor
        key={data.etag}
        initial={toFormValues(data.value)}
        previousItems={data.value.offering}
        choices={choices.data}
        isNew={false}
        onSubmit={(values) => save(values, data.etag)}
        conflict={{
          id,
          fetchLatest: async () => toFormValues(await api.get(`/campaigns/${id}`)),
          reload: () => void refetch(),
          overwrite: (values) => save(values, undefined),
        }}
        onDone={onSaved}
        submitLabel={t('Save changes')}
      />
    </Page>
  )
}

export function NewCampaignPage() {
  const me = useMe()
  const choices = useCampaignChoices()
  const account = useRead('/account')
  const onSaved = useOnSaved()
  const loadError = choices.error ?? account.error
  if (loadError !== null) return <ErrorState error={loadError} />
  if (choices.data === undefined || account.data === undefined) return <PageSkeleton />
  return (
    <Page
      title={t('New campaign')}
      about={t('You can change everything later except how people are invited.')}
    >
      <CampaignEditor
        initial={createInitialValues(me.id, account.data, choices.data.plain_logo_url)}
        previousItems={[]}
        choices={choices.data}
        isNew
        onSubmit={(values) => api.post('/campaigns', toBody(values))}
        onDone={onSaved}
        submitLabel={t('Create campaign')}
      />
    </Page>
  )
}

function useOnSaved() {
  const navigate = useNavigate()
  return async ({ id, name }: Campaign) => {
    toast(t('“{name}” saved.', { name }))
    await navigate({ to: '/campaigns/$id', params: { id } })
  }
}
