import { Box, Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SignInMethods, TotpSetup } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { CopyIconButton } from '#web/components/copy-icon-button.tsx'
import { Form } from '#web/components/form.tsx'
import { toPassword } from '#web/components/own-password-input.tsx'
import { Panel } from '#web/components/page.tsx'
import { showSecret } from '#web/components/secret-dialog.tsx'
import { toast } from '#web/components/toast.tsx'
import { Trans, t } from '#web/i18n/settings.ts'
import { OnOffBadge, ReauthenticateDialog } from './reauthenticate.tsx'

type Step = 'begin' | 'end' | 'codes' | TotpSetup

/** The authenticator app: enable it with a first code, save the backup codes, disable it. */
export function TotpPanel({ security }: { security: SignInMethods }) {
  const [step, setStep] = useState<Step>()
  const client = useQueryClient()
  const close = () => setStep(undefined)
  const onChanged = async () => {
    close()
    await client.invalidateQueries({ queryKey: ['security'] })
    await client.invalidateQueries({ queryKey: ['session'] })
  }
  const showCodes = ({ backup_codes }: { backup_codes: string[] }) => {
    void onChanged()
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
  }
  return (
    <Panel
      title={t('Authenticator app')}
      about={t('After your password, sign in with a six-digit code from your phone.')}
      action={
        security.has_totp ? (
          <Group gap="xs">
            <Button variant="default" onClick={() => setStep('codes')}>
              {t('New backup codes')}
            </Button>
            <Button variant="default" onClick={() => setStep('end')}>
              {t('Turn off')}
            </Button>
          </Group>
        ) : (
          <Button onClick={() => setStep('begin')}>{t('Set up')}</Button>
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
      {step === 'begin' && (
        <ReauthenticateDialog<TotpSetup>
          title={t('Set up an authenticator app')}
          submitLabel={t('Continue')}
          onSubmit={(password) => api.post('/security/totp', toPassword(password))}
          onDone={setStep}
          close={close}
        />
      )}
      {step === 'end' && (
        <ReauthenticateDialog
          title={t('Turn off the authenticator app')}
          about={t(
            'You can then sign in with the password alone. Your backup codes become invalid.',
          )}
          submitLabel={t('Turn off')}
          onSubmit={(password) => api.post('/security/totp/disable', toPassword(password))}
          onDone={() => {
            toast(t('Authenticator app turned off.'))
            void onChanged()
          }}
          close={close}
        />
      )}
      {step === 'codes' && (
        <ReauthenticateDialog<{ backup_codes: string[] }>
          title={t('New backup codes')}
          about={t('The old codes become invalid.')}
          submitLabel={t('Generate new codes')}
          onSubmit={(password) => api.post('/security/backup-codes', toPassword(password))}
          onDone={showCodes}
          close={close}
        />
      )}
      {typeof step === 'object' && (
        <ConfirmCodeDialog setup={step} close={close} onDone={showCodes} />
      )}
    </Panel>
  )
}

function ConfirmCodeDialog({
  setup: { secret, qr },
  close,
  onDone,
}: {
  setup: TotpSetup
  close: () => void
  onDone: (result: { backup_codes: string[] }) => void
}) {
  return (
    <Modal opened onClose={close} title={t('Scan the QR code and enter the code')}>
      <Form
        initial={{ code: '' }}
        onSubmit={(values) => api.put('/security/totp', values)}
        onDone={onDone}
        submitLabel={t('Turn on')}
        onCancel={close}
      >
        {(form) => (
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
        )}
      </Form>
    </Modal>
  )
}
