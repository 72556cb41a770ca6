import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { Page } from '#web/blocks/page.tsx'
import { ErrorState, PageSkeleton } from '#web/blocks/states.tsx'
import { toast } from '#web/blocks/toast.tsx'
import { useMe } from '#web/session.ts'
import { type Campaign, useCampaignToEdit } from './campaign.ts'
import { type Draft, draftOf, freshDraft, useChoices } from './draft.ts'
import { Editor } from './editor.tsx'

/** What somebody else did in the meantime is asked about, not lost. */
export function EditCampaign() {
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useCampaignToEdit(id)
  const choices = useChoices()
  const done = useDone()
  const failed = error ?? choices.error
  if (failed !== null) return <ErrorState error={failed} retry={() => void refetch()} />
  if (data === undefined || choices.data === undefined) return <PageSkeleton />
  const put = ({ invitation_method: _, ...settings }: Draft, tag: string | undefined) =>
    api.put<Campaign>(`/campaigns/${id}`, settings, tag)
  return (
    <Page title={`Edit ${data.value.name}`}>
      <Editor
        key={data.tag}
        initial={draftOf(data.value)}
        known={data.value.offering}
        choices={choices.data}
        isNew={false}
        send={(draft) => put(draft, data.tag)}
        conflict={{
          id,
          latest: async () => draftOf(await api.get<Campaign>(`/campaigns/${id}`)),
          reload: () => void refetch(),
          overwrite: (draft) => put(draft, undefined),
        }}
        onDone={done}
        verb="Save changes"
      />
    </Page>
  )
}

export function NewCampaign() {
  const me = useMe()
  const choices = useChoices()
  const account = useQuery({
    queryKey: ['account-brand'],
    queryFn: () => api.get<{ brand_color: string | null; logo_url: string | null }>('/account'),
  })
  const done = useDone()
  const failed = choices.error ?? account.error
  if (failed !== null) return <ErrorState error={failed} />
  if (choices.data === undefined || account.data === undefined) return <PageSkeleton />
  return (
    <Page
      title="New campaign"
      about="You can change everything later except how people are invited."
    >
      <Editor
        initial={freshDraft(me.id, account.data, choices.data.plain_logo_url)}
        known={[]}
        choices={choices.data}
        isNew
        send={(draft) => api.post<Campaign>('/campaigns', draft)}
        onDone={done}
        verb="Create campaign"
      />
    </Page>
  )
}

function useDone() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async ({ id, name }: Campaign) => {
    await client.invalidateQueries({ queryKey: ['list', '/campaigns'] })
    await client.invalidateQueries({ queryKey: ['campaign', id] })
    toast(`“${name}” is saved.`)
    await navigate({ to: '/campaigns/$id', params: { id } })
  }
}
