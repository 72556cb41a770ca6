import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { t } from '#web/i18n/auth.ts'

export const PasskeyButton = ({
  isPending,
  signIn,
}: {
  isPending: boolean
  signIn: () => void
}) => (
  <Button
    variant="default"
    leftSection={<IconFingerprint size={18} aria-hidden />}
    loading={isPending}
    onClick={signIn}
  >
    {t('Sign in with a passkey')}
  </Button>
)
