import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { Panel } from '#web/components/page.tsx'
import { toast, toastError } from '#web/components/toast.tsx'
import { t } from '#web/i18n/settings.ts'

const queryKey = ['attention', 'digest']

/** Turns the daily email about the user's gifts on and off. */
export function DailyEmailPanel() {
  const client = useQueryClient()
  const { data } = useQuery({ queryKey, queryFn: () => api.get('/attention/digest') })
  const change = useMutation({
    mutationFn: (is_subscribed: boolean) => api.put('/attention/digest', { is_subscribed }),
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved)
      toast(saved.is_subscribed ? t('The daily email is on.') : t('The daily email is off.'))
    },
    onError: toastError,
  })
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
