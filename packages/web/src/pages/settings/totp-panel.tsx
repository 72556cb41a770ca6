import { Box, Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SignInMethods, TotpSetup } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { CopyIconButton } from '#web/components/copy-icon-button.tsx'
import { Form } from '#web/components/form.tsx'
import { Panel } from '#web/components/page.tsx'
import { showSecret } from '#web/components/secret-dialog.tsx'
import { toast } from '#web/components/toast.tsx'
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
      title: 'Your backup codes',
      children: (
        <Text size="sm">
          Each code works once if you don’t have your phone. Print them, or store them in a password
          manager.
        </Text>
      ),
      secrets: [['Backup codes', backup_codes.join('\n')]],
    })
  }
  return (
    <Panel
      title="Authenticator app"
      about="After your password, sign in with a six-digit code from your phone."
      action={
        security.has_totp ? (
          <Group gap="xs">
            <Button variant="default" onClick={() => setStep('codes')}>
              New backup codes
            </Button>
            <Button variant="default" onClick={() => setStep('end')}>
              Turn off
            </Button>
          </Group>
        ) : (
          <Button onClick={() => setStep('begin')}>Set up</Button>
        )
      }
    >
      <OnOffBadge isOn={security.has_totp} on="on" off="off" />
      {security.has_totp && (
        <Text
          size="sm"
          mt="xs"
          c={security.backup_codes_left < 3 ? 'var(--mantine-color-error)' : 'dimmed'}
        >
          {security.backup_codes_left} of 10 backup codes left
        </Text>
      )}
      {step === 'begin' && (
        <ReauthenticateDialog<TotpSetup>
          title="Set up an authenticator app"
          submitLabel="Continue"
          onSubmit={(password) => api.post('/security/totp', { password })}
          onDone={setStep}
          close={close}
        />
      )}
      {step === 'end' && (
        <ReauthenticateDialog
          title="Turn off the authenticator app"
          about="You can then sign in with the password alone. Your backup codes become invalid."
          submitLabel="Turn off"
          onSubmit={(password) => api.post('/security/totp/disable', { password })}
          onDone={() => {
            toast('Authenticator app turned off.')
            void onChanged()
          }}
          close={close}
        />
      )}
      {step === 'codes' && (
        <ReauthenticateDialog<{ backup_codes: string[] }>
          title="New backup codes"
          about="The old codes become invalid."
          submitLabel="Generate new codes"
          onSubmit={(password) => api.post('/security/backup-codes', { password })}
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
    <Modal opened onClose={close} title="Scan the QR code and enter the code">
      <Form
        initial={{ code: '' }}
        onSubmit={(values) => api.put('/security/totp', values)}
        onDone={onDone}
        submitLabel="Turn on"
        onCancel={close}
      >
        {(form) => (
          <Stack>
            <Box w={184} p={12} bg="#fff" style={{ borderRadius: 8, alignSelf: 'center' }}>
              <img
                src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
                width={160}
                height={160}
                alt="QR code for an authenticator app"
              />
            </Box>
            <Text size="sm">
              Or enter this secret in the app:{' '}
              <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>{' '}
              <CopyIconButton value={secret} label="Copy secret" />
            </Text>
            <TextInput
              label="Code from the app"
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
