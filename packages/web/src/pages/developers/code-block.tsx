import { t } from '#web/i18n/developers.ts'
import './developers.css'
import { Box, Group, Text } from '@mantine/core'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'

interface CodeBlockProps {
  label: string
  text: string
  wrap?: boolean
}

/** A block of code with a label and a copy button. */
export function CodeBlock({ label, text, wrap = false }: CodeBlockProps) {
  return (
    <Box miw={0}>
      <Group justify="space-between" mb={4} wrap="nowrap">
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <CopyIconButton value={text} label={t('Copy {label}', { label })} />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre className="code" tabIndex={0} {...(wrap && { 'data-wrap': true })}>
        {text}
      </pre>
    </Box>
  )
}
