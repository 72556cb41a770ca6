import { Checkbox, Stack } from '@mantine/core'
import { api } from '#web/api.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/settings.ts'
import { useRead } from '#web/use-read.ts'

const kinds = [
  { value: 'dispatched', label: t('When the gift is on its way') },
  { value: 'delivered', label: t('When the gift has arrived') },
]

/**
 * A panel that selects the text messages for recipients with a mobile number. It is hidden if text messages
 * are not set up.
 */
export function TextMessagesPanel() {
  const { data } = useRead('/text-messages')
  const change = useAction(
    (selected: string[]) =>
      api.put('/text-messages', {
        kinds: (['dispatched', 'delivered'] as const).filter((kind) => selected.includes(kind)),
      }),
    () => toast(t('Saved.')),
  )
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
