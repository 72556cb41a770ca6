import { IconLock, IconStairsUp } from '@tabler/icons-react'
import { describeRole } from '#web/components/formats/role-names.ts'
import { t } from '#web/i18n/common.ts'
import { type RequiredPermission, useMe } from '#web/session.ts'
import { EmptyState } from './status-views.tsx'

/** A message that says who can give the user the permission. Use it only inside the shell. */
export function PermissionState({
  title,
  permission,
}: {
  title: string
  permission: RequiredPermission
}) {
  const me = useMe()
  return (
    <EmptyState
      order={1}
      title={
        permission === 'operator'
          ? t('{title}: for operators of this installation only', { title })
          : t('{title}: not part of your role', { title })
      }
    >
      <IconLock size={20} aria-hidden />{' '}
      {permission === 'operator'
        ? t('A person with access to the machine makes you an operator.')
        : t(
            'Your role is {role}. An admin of your account can change it under Settings › People.',
            { role: describeRole(me) },
          )}
    </EmptyState>
  )
}

export function PlanState({ title }: { title: string }) {
  return (
    <EmptyState order={1} title={t('{title} needs the Enterprise tier', { title })}>
      <IconStairsUp size={20} aria-hidden />{' '}
      {t(
        'Webhook endpoints are part of the Enterprise tier. Other tiers send no webhooks, but the API returns the same data. Ask the operator of this installation to change the tier of your account.',
      )}
    </EmptyState>
  )
}
