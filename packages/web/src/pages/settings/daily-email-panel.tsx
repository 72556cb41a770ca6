import { Switch } from '@mantine/core'
import { api } from '#web/api.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/settings.ts'
import { useRead } from '#web/use-read.ts'

/** A panel with a switch for the daily email about the user's gifts. */
export function DailyEmailPanel() {
  const { data } = useRead('/attention/digest')
  const change = useAction(
    (is_subscribed: boolean) => api.put('/attention/digest', { is_subscribed }),
    ({ is_subscribed }) =>
      toast(is_subscribed ? t('The daily email is on.') : t('The daily email is off.')),
  )
  return (
    <Panel title={t('Emails')}>
      <Switch
        label={t('Daily email about gifts that need attention')}
        description={t(
          'At most one a day, and only if there is a new problem with a gift that you sent.',
        )}
        checked={data?.is_subscribed ?? true}
        disabled={data === undefined || change.isPending}
        onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
      />
    </Panel>
  )
}
