import { Alert, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Something to know, with a title that can be read on its ground. */
export const Callout = ({ title, children }: { title: string; children: ReactNode }) => (
  <Alert color="yellow" variant="light">
    <Text fw={650} mb={4} c="var(--mantine-color-text)">
      {title}
    </Text>
    {children}
  </Alert>
)
