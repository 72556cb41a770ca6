import { t } from '#web/i18n/common.ts'
import './file-drop.css'
import { Button, type ButtonProps, FileButton, Stack, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

interface FileDropProps {
  onFile: (file: File) => void
  /** The text below the button. It is the name of the file, or it says which files are accepted. */
  children: ReactNode
  accept?: string
  isDisabled?: boolean
  buttonProps?: Pick<ButtonProps, 'variant' | 'loading'>
}

/** A zone where the user can drop a file. It has a button for people who do not drag. */
export function FileDrop({
  onFile,
  children,
  accept = '.csv,.tsv,.txt,.xlsx,text/csv',
  isDisabled = false,
  buttonProps = { variant: 'default' },
}: FileDropProps) {
  const [isDragOver, setDragOver] = useState(false)
  const choose = (file: File | null | undefined) => {
    if (file && !isDisabled) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is beside the button, not instead of it
    <div
      className="file-drop"
      {...(isDragOver && { 'data-over': true })}
      onDragOver={(event) => {
        event.preventDefault()
        setDragOver(true)
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setDragOver(false)
        choose(event.dataTransfer.files[0])
      }}
    >
      <Stack align="center" gap="xs">
        <FileButton accept={accept} onChange={choose} disabled={isDisabled}>
          {(props) => (
            <Button
              {...props}
              {...buttonProps}
              leftSection={<IconFileUpload size={16} aria-hidden />}
            >
              {t('Choose a file')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {children}
        </Text>
      </Stack>
    </div>
  )
}
