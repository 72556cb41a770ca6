import { Button, Group } from '@mantine/core'
import { IconQrcode, IconSend } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Campaign } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/campaigns.ts'

const TryDialog = lazy(() => import('./try-dialog.tsx').then((m) => ({ default: m.TryDialog })))

/** The ways to see what the recipients of a campaign get: the email to oneself, and the pages on the own phone. */
export function TryPanel({ campaign }: { campaign: Campaign }) {
  const [isOpen, setOpen] = useState(false)
  const { id, invitation_method } = campaign
  const isEmailed = invitation_method === 'email' || invitation_method === 'sender_provided_address'
  const test = useAction(
    () => api.post(`/campaigns/${id}/test`),
    ({ email }) => toast(t('A test email is being sent to {email}.', { email })),
  )
  return (
    <Panel
      title={t('Try it')}
      about={t('See what your recipients see. Nothing is ordered, and no statistic counts it.')}
    >
      <Group gap="xs">
        {isEmailed && (
          <Button
            variant="default"
            leftSection={<IconSend size={16} aria-hidden />}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            {t('Send to myself')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconQrcode size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('Open on my phone')}
        </Button>
      </Group>
      <Suspense>{isOpen && <TryDialog campaignId={id} onClose={() => setOpen(false)} />}</Suspense>
    </Panel>
  )
}
