import { Code, Group } from '@mantine/core'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'

/** A value, such as that of a DNS record, with a button that copies it. */
export const Copyable = ({ value, label }: { value: string; label: string }) => (
  <Group gap={4} wrap="nowrap">
    <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
    <CopyIconButton value={value} label={label} />
  </Group>
)
