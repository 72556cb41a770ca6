import { Checkbox, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { Panel } from '#web/components/page.tsx'
import { toast, toastError } from '#web/components/toast.tsx'
import { t } from '#web/i18n/settings.ts'

const queryKey = ['text-messages']
const kinds = [
  { value: 'dispatched', label: t('When the gift is on its way') },
  { value: 'delivered', label: t('When the gift has arrived') },
]

/** Which text messages recipients with a mobile number get. Hidden where text messages are not set up. */
export function TextMessagesPanel() {
  const client = useQueryClient()
  const { data } = useQuery({ queryKey, queryFn: () => api.get('/text-messages') })
  const change = useMutation({
    mutationFn: (selected: string[]) =>
      api.put('/text-messages', {
        kinds: (['dispatched', 'delivered'] as const).filter((kind) => selected.includes(kind)),
      }),
    onSuccess: (saved) => {
      client.setQueryData(queryKey, { ...saved, is_possible: true })
      toast(t('Saved.'))
    },
    onError: toastError,
  })
  if (data?.is_possible !== true) return null
  return (
    <Panel
      title={t('Text messages')}
      about={t(
        'Recipients with a mobile number get invitations and reminders as text messages too. Choose what else they get.',
      )}
    >
      <Checkbox.Group value={data.kinds} onChange={(selected) => change.mutate(selected)}>
        <Stack gap="sm">
          {kinds.map((kind) => (
            <Checkbox key={kind.value} {...kind} disabled={change.isPending} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Panel>
  )
}
