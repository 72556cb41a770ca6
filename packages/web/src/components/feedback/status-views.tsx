import { Alert, Button, Code, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ApiError } from '#web/api.ts'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { useDocumentTitle } from '#web/components/layout/document-title.ts'
import { PageLink } from '#web/components/layout/link.tsx'
import { t } from '#web/i18n/common.ts'

/** An error message with the request id and advice. */
export function ErrorState({ error, retry }: { error: Error; retry?: () => void }) {
  const { title, remedy } = describeError(error)
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <Alert color="red" variant="light" title={title} role="alert" my="md">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{remedy}</Text>
        {requestId !== undefined && (
          <Group gap={6}>
            <Text size="xs">{t('Request ID')}</Text>
            <Code>{requestId}</Code>
            <CopyIconButton value={requestId} label={t('Copy request ID')} />
          </Group>
        )}
        {retry !== undefined && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} />}
            onClick={retry}
          >
            {t('Try again')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

function describeError(error: Error): { title: string; remedy: string } {
  if (!(error instanceof ApiError))
    return {
      title: t('Something went wrong on this page'),
      remedy: t('Try again. If it fails again, tell support what you did.'),
    }
  if (error.status === 0) return { title: t('Can’t reach the server'), remedy: error.message }
  if (error.status === 404)
    return {
      title: t('Not found'),
      remedy: t(
        'It may have been removed or belong to another account, or the URL may be mistyped.',
      ),
    }
  if (error.status === 412)
    return {
      title: t('Changed by another user'),
      remedy: t('Reload to see that change, then edit again.'),
    }
  if (error.status >= 500)
    return {
      title: t('Something went wrong on our side'),
      remedy: t('Try again in a minute. If it keeps failing, send support the request ID.'),
    }
  return { title: t('Request rejected'), remedy: error.message }
}

interface EmptyStateProps {
  title: string
  /** The level of the heading. It is 1 if the state replaces a whole page. */
  order?: 1 | 2
  children?: ReactNode
  action?: ReactNode
}

/** The content of an empty list: one sentence, one action and one link. */
export function EmptyState({ title, order = 2, children, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <Title order={order} size="h4">
        {title}
      </Title>
      {children !== undefined && (
        <Text c="dimmed" maw={460}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}

export function NotFound() {
  useDocumentTitle(t('Page not found'))
  return (
    <EmptyState
      order={1}
      title={t('Page not found')}
      action={<PageLink to="/">{t('Go to the overview')}</PageLink>}
    >
      {t('The URL may be mistyped, or the page may have moved.')}
    </EmptyState>
  )
}

/** A skeleton of a page before its first data arrives. */
export const PageSkeleton = () => (
  <Stack p="xl" role="status" aria-busy="true" aria-label={t('Loading')}>
    <Skeleton h={28} w={220} />
    <Skeleton h={16} w={380} maw="100%" />
    <RowsSkeleton />
  </Stack>
)

/** A skeleton of a block with a known height. */
export const BoxSkeleton = ({ h, label }: { h: number; label: string }) => (
  <Skeleton h={h} role="status" aria-busy aria-label={label} />
)

export const RowsSkeleton = ({ rows = 6 }: { rows?: number }) => (
  <Stack gap={0} className="panel" role="status" aria-busy="true" aria-label={t('Loading')}>
    {Array.from({ length: rows }, (_, at) => `row ${at}`).map((row) => (
      <Group key={row} p="sm" justify="space-between" wrap="nowrap">
        <Skeleton h={14} w="35%" />
        <Skeleton h={14} w="25%" />
        <Skeleton h={14} w={70} />
      </Group>
    ))}
  </Stack>
)
