import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { t } from '#web/i18n/common.ts'

/** The bell in the header. It has a mark while there is something new. */
export const NotificationsBell = ({
  newCount,
  className = '',
  ...rest
}: { newCount: number } & ActionIconProps & ComponentProps<'button'>) => (
  <ActionIcon
    variant="default"
    size={30}
    aria-haspopup="menu"
    aria-label={
      newCount === 0 ? t('Notifications') : t('Notifications, {newCount} new', { newCount })
    }
    {...(newCount > 0 && { 'data-new': true })}
    {...rest}
    className={`bell ${className}`}
  >
    <IconBell size={16} aria-hidden />
  </ActionIcon>
)
