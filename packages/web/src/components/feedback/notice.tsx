import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface NoticeProps {
  tone: 'good' | 'bad' | 'info'
  title: string
  children?: ReactNode
}

/** A notice with a heading and a text. The colour of its border only supports the text. */
export const Notice = ({ tone, title, children }: NoticeProps) => (
  <Box className="panel notice" data-tone={tone} p="sm" px="md" role="status">
    <Text fw={600} size="sm">
      {title}
    </Text>
    {children !== undefined && children !== '' && (
      <Text size="sm" component="div" mt={2}>
        {children}
      </Text>
    )}
  </Box>
)
