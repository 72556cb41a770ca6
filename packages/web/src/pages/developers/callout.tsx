import { Alert, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A coloured notice with a title. The title has enough contrast. */
export const Callout = ({ title, children }: { title: string; children: ReactNode }) => (
  <Alert color="yellow" variant="light">
    <Text fw={650} mb={4} c="var(--mantine-color-text)">
      {title}
    </Text>
    {children}
  </Alert>
)
