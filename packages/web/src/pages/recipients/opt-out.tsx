import { Alert, Switch, Text } from '@mantine/core'
import type { RecipientDetail } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { Trans, t } from '#web/i18n/recipients.ts'

/** A notice that a recipient wants no campaign emails. */
export const OptOutAlert = ({ optOut }: { optOut: NonNullable<RecipientDetail['opt_out']> }) => (
  <Alert color="orange" variant="light" title={t('Wants no campaign emails')}>
    <Text size="sm">
      {t(
        'The service sends no invitations and no reminders to this address. Emails about a redeemed gift still go out. To give a gift, share its link yourself.',
      )}
    </Text>
    <Text size="sm" c="dimmed" mt={4}>
      <Trans
        text="Recorded by {name}, {time}"
        name={optOut.set_by}
        time={<GiftTime at={optOut.created_at} />}
      />
    </Text>
  </Alert>
)

/** A switch that stops campaign emails to a recipient, or allows them again. */
export function OptOutSwitch({ recipient }: { recipient: RecipientDetail }) {
  const change = useAction(
    (opted_out: boolean) => api.put(`/recipients/${recipient.id}/opt-out`, { opted_out }),
    (_, opted_out) =>
      toast(
        opted_out ? t('Campaign emails are stopped.') : t('Campaign emails are allowed again.'),
      ),
  )
  return (
    <Switch
      mt="md"
      label={t('Opted out of campaign emails')}
      description={t('Stops invitations and reminders')}
      checked={recipient.opt_out !== null}
      disabled={change.isPending}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  )
}
