import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { t } from '#web/i18n/common.ts'
import { closeModal, openModal } from './modals.ts'

interface SecretDialogOptions {
  title: string
  /** A text that says what the secret is for, and where to store it. */
  children?: ReactNode
  /** The names and values of the secrets. Usually there is only one. */
  secrets: readonly (readonly [string, string])[]
  onClose?: () => void
}

/** Shows a secret once. The dialog closes only after the user confirms it. */
export function showSecret(options: SecretDialogOptions): void {
  const id = openModal({
    title: options.title,
    size: 'lg',
    closeOnEscape: false,
    closeOnClickOutside: false,
    withCloseButton: false,
    children: (
      <SecretDialog
        {...options}
        close={() => {
          closeModal(id)
          options.onClose?.()
        }}
      />
    ),
  })
}

function SecretDialog({ children, secrets, close }: SecretDialogOptions & { close: () => void }) {
  const [isSaved, setSaved] = useState(false)
  return (
    <Stack>
      <Alert color="yellow" variant="light">
        {t('This is shown once. You can’t view it again.')}
      </Alert>
      {children}
      {secrets.map(([name, value]) => (
        <div key={name}>
          <Text size="sm" fw={600} mb={4}>
            {name}
          </Text>
          <Group className="panel" p="sm" justify="space-between" wrap="nowrap" align="flex-start">
            <span className="mono" data-secret>
              {value}
            </span>
            <CopyIconButton value={value} label={t('Copy {name}', { name })} />
          </Group>
        </div>
      ))}
      <Checkbox
        label={t('I’ve saved it somewhere safe')}
        checked={isSaved}
        onChange={(event) => setSaved(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button disabled={!isSaved} onClick={close}>
          {t('Done')}
        </Button>
      </Group>
    </Stack>
  )
}
