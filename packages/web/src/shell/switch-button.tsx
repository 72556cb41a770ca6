import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { t } from '#web/i18n/common.ts'

/** The button that opens the menu of accounts. */
export const SwitchButton = ({
  children,
  className = '',
  ...props
}: React.ComponentProps<'button'>) => (
  <UnstyledButton className={`account-switch ${className}`} aria-haspopup="menu" {...props}>
    <VisuallyHidden>{t('Switch account:')} </VisuallyHidden>
    {children}
  </UnstyledButton>
)
