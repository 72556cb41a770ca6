import { Box, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useDocumentTitle } from '#web/components/document-title.ts'

interface PageProps {
  title: ReactNode
  /** The name in the tab's title and the breadcrumbs, where the heading is more or other than that. */
  documentTitle?: string
  /** One sentence that says what this page is for. */
  about?: ReactNode
  /** The one thing that is most done here; others go into menus. */
  action?: ReactNode
  children: ReactNode
}

/** A screen: heading, one primary action, content. */
export function Page({ title, documentTitle, about, action, children }: PageProps) {
  useDocumentTitle(documentTitle ?? (typeof title === 'string' ? title : undefined))
  return (
    <Stack gap="lg" maw={1280}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box style={{ flex: '1 1 16rem', minWidth: 0 }}>
          <Title order={1}>{title}</Title>
          {about !== undefined && (
            <Text c="dimmed" mt={4} maw={680}>
              {about}
            </Text>
          )}
        </Box>
        {action}
      </Group>
      {children}
    </Stack>
  )
}

/** A part of a page with a heading of its own. */
export function Panel({
  title,
  about,
  action,
  children,
}: {
  title: string
  about?: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <Box component="section" className="panel" p="lg" aria-label={title}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="md">
        <Box style={{ flex: '1 1 14rem' }}>
          <Title order={2} size="h4">
            {title}
          </Title>
          {about !== undefined && (
            <Text size="sm" c="dimmed" mt={2} maw={620}>
              {about}
            </Text>
          )}
        </Box>
        {action}
      </Group>
      {children}
    </Box>
  )
}

/** A detail page: what it is on the left, the facts about it on the right; below each other on a phone. */
export function DetailLayout({ main, aside }: { main: ReactNode; aside: ReactNode }) {
  return (
    <Group align="flex-start" gap="lg">
      <Stack gap="lg" style={{ flex: '1 1 34rem', minWidth: 0 }}>
        {main}
      </Stack>
      <Stack gap="lg" style={{ flex: '1 1 17rem', minWidth: 0 }}>
        {aside}
      </Stack>
    </Group>
  )
}

/** Names and values, one below the other. */
export function DescriptionList({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Box component="dl" className="facts" m={0} style={{ display: 'grid', gap: 10 }}>
      {rows.map(([name, value]) => (
        <Group key={name} gap="md" wrap="nowrap" align="baseline">
          <Text
            component="dt"
            size="sm"
            c="dimmed"
            w={{ base: 110, xs: 150 }}
            style={{ flex: 'none' }}
          >
            {name}
          </Text>
          <Text component="dd" m={0} size="sm" style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </Group>
      ))}
    </Box>
  )
}
