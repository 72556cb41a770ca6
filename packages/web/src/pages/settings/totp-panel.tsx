import { Box, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import type { SignInMethods, TotpSetup } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { showSecret } from '#web/components/dialogs/secret-dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { toPassword } from '#web/components/forms/own-password-input.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { Trans, t } from '#web/i18n/settings.ts'
import { OnOffBadge, reauthenticate } from './reauthenticate.tsx'

/**
 * A panel for the authenticator app. The user enables the app with a first code, saves the backup codes, and
 * can disable the app.
 */
export function TotpPanel({ security }: { security: SignInMethods }) {
  return (
    <Panel
      title={t('Authenticator app')}
      about={t('After your password, sign in with a six-digit code from your phone.')}
      action={
        security.has_totp ? (
          <Group gap="xs">
            <Button variant="default" onClick={renewCodes}>
              {t('New backup codes')}
            </Button>
            <Button variant="default" onClick={turnOff}>
              {t('Turn off')}
            </Button>
          </Group>
        ) : (
          <Button onClick={setUp}>{t('Set up')}</Button>
        )
      }
    >
      <OnOffBadge isOn={security.has_totp} on={t('on')} off={t('off')} />
      {security.has_totp && (
        <Text
          size="sm"
          mt="xs"
          c={security.backup_codes_left < 3 ? 'var(--mantine-color-error)' : 'dimmed'}
        >
          {t('{count} of 10 backup codes left', { count: security.backup_codes_left })}
        </Text>
      )}
    </Panel>
  )
}

const setUp = () =>
  reauthenticate({
    title: t('Set up an authenticator app'),
    submitLabel: t('Continue'),
    onSubmit: (password) => api.post('/security/totp', toPassword(password)),
    onDone: confirmCode,
  })

const turnOff = () =>
  reauthenticate({
    title: t('Turn off the authenticator app'),
    about: t('You can then sign in with the password alone. Your backup codes become invalid.'),
    submitLabel: t('Turn off'),
    onSubmit: (password) => api.post('/security/totp/disable', toPassword(password)),
    onDone: () => toast(t('Authenticator app turned off.')),
  })

const renewCodes = () =>
  reauthenticate({
    title: t('New backup codes'),
    about: t('The old codes become invalid.'),
    submitLabel: t('Generate new codes'),
    onSubmit: (password) => api.post('/security/backup-codes', toPassword(password)),
    onDone: showCodes,
  })

const confirmCode = ({ secret, qr }: TotpSetup) =>
  openForm({
    title: t('Scan the QR code and enter the code'),
    initial: { code: '' },
    onSubmit: (values) => api.put('/security/totp', values),
    onDone: showCodes,
    submitLabel: t('Turn on'),
    children: (form) => (
      <Stack>
        <Box w={184} p={12} bg="#fff" style={{ borderRadius: 8, alignSelf: 'center' }}>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
            width={160}
            height={160}
            alt={t('QR code for an authenticator app')}
          />
        </Box>
        <Text size="sm">
          <Trans
            text="Or enter this secret in the app: {secret}"
            secret={<Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>}
          />{' '}
          <CopyIconButton value={secret} label={t('Copy secret')} />
        </Text>
        <TextInput
          label={t('Code from the app')}
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          {...form.getInputProps('code')}
        />
      </Stack>
    ),
  })

const showCodes = ({ backup_codes }: { backup_codes: string[] }) =>
  showSecret({
    title: t('Your backup codes'),
    children: (
      <Text size="sm">
        {t(
          'Each code works once if you don’t have your phone. Print them, or store them in a password manager.',
        )}
      </Text>
    ),
    secrets: [[t('Backup codes'), backup_codes.join('\n')]],
  })
