import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { t } from '#web/i18n/common.ts'

/** A button that copies a value to the clipboard and confirms it. */
export function CopyIconButton({ value, label = t('Copy') }: { value: string; label?: string }) {
  return (
    <CopyButton value={value} timeout={1_500}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color={copied ? 'teal' : 'gray'}
          size="sm"
          onClick={copy}
          aria-label={copied ? t('Copied') : label}
          title={copied ? t('Copied') : label}
        >
          {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
        </ActionIcon>
      )}
    </CopyButton>
  )
}
