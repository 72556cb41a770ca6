import { UnstyledButton, type UnstyledButtonProps, VisuallyHidden } from '@mantine/core'
import type { ComponentProps } from 'react'
import { t } from '#web/i18n/common.ts'
import { initials } from '#web/i18n/shared.ts'
import { useMe } from '#web/session.ts'

/** A button with the initials of the signed-in user. */
export function AccountButton(props: UnstyledButtonProps & ComponentProps<'button'>) {
  const { name } = useMe()
  return (
    <UnstyledButton aria-haspopup="menu" {...props}>
      <VisuallyHidden>{t('{name}: profile, appearance, sign out', { name })}</VisuallyHidden>
      <span className="initials" aria-hidden>
        {initials(name)}
      </span>
    </UnstyledButton>
  )
}
