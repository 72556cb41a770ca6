import './page.css'
import { Box, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useDocumentTitle } from './document-title.ts'

interface PageProps {
  title: ReactNode
  /** The title for the document and the breadcrumb. Set it only if it differs from the heading. */
  documentTitle?: string
  /** One sentence that describes the page. */
  about?: ReactNode
  /** The main action of the page. Other actions belong in menus. */
  action?: ReactNode
  children: ReactNode
}

/** The layout of a page with a heading, one main action and the content. */
export function Page({ title, documentTitle, about, action, children }: PageProps) {
  useDocumentTitle(documentTitle ?? (typeof title === 'string' ? title : undefined))
  return (
    <Stack gap="lg" maw={1280}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box className="page-head" data-short={about === undefined || undefined}>
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

interface PanelProps {
  title: string
  about?: ReactNode
  action?: ReactNode
  children?: ReactNode
}

/** A section of a page with its own heading. */
export function Panel({ title, about, action, children }: PanelProps) {
  return (
    <Box component="section" className="panel" p="lg" aria-label={title}>
      <Group justify="space-between" align="flex-start" gap="sm" className="panel-head">
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

/**
 * The layout of a detail page: the content is on the left and the facts are on the right. On phones they are
 * below each other.
 */
export function DetailLayout({ main, aside }: { main: ReactNode; aside: ReactNode }) {
  return (
    <Group align="flex-start" gap="lg">
      <Stack gap="lg" style={{ flex: '1 1 34rem', minWidth: 0 }}>
        {main}
      </Stack>
      {aside !== null && (
        <Stack gap="lg" style={{ flex: '1 1 17rem', minWidth: 0 }}>
          {aside}
        </Stack>
      )}
    </Group>
  )
}

/** A name and its value. The value false omits the row. */
export type DescriptionRow = readonly [string, ReactNode] | false

/** A description list with names and values. */
export function DescriptionList({ rows }: { rows: readonly DescriptionRow[] }) {
  return (
    <Box component="dl" className="facts" m={0} style={{ display: 'grid', gap: 10 }}>
      {rows
        .filter((row) => row !== false)
        .map(([name, value]) => (
          <Group key={name} gap="md" wrap="nowrap" align="baseline">
            <Text
              component="dt"
              size="sm"
              c="dimmed"
              w={{ base: 130, xs: 150 }}
              maw="42%"
              style={{ flex: 'none', overflowWrap: 'break-word' }}
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
