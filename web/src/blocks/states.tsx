import { Alert, Anchor, Button, Code, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconLock, IconRefresh, IconStairsUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '#web/api.ts'
import { Copy } from './copy.tsx'

/** What failed, the id that support asks for, and what to do. */
export function ErrorState({ error, retry }: { error: Error; retry?: () => void }) {
  const { title, remedy } = wordsFor(error)
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <Alert color="red" variant="light" title={title} role="alert" my="md">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{remedy}</Text>
        {requestId !== undefined && (
          <Group gap={6}>
            <Text size="xs">Request id</Text>
            <Code>{requestId}</Code>
            <Copy value={requestId} label="Copy the request id" />
          </Group>
        )}
        {retry !== undefined && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} />}
            onClick={retry}
          >
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

function wordsFor(error: Error): { title: string; remedy: string } {
  if (!(error instanceof ApiError))
    return {
      title: 'This page has stumbled',
      remedy: 'Load it again. If it stumbles once more, tell support what you did.',
    }
  if (error.status === 0) return { title: 'No connection', remedy: error.message }
  if (error.status === 404)
    return {
      title: 'This is not here',
      remedy: 'It was removed, belongs to another account, or the address is mistyped.',
    }
  if (error.status === 412)
    return {
      title: 'Changed by somebody else',
      remedy: 'Load it again to see the change; then make yours.',
    }
  if (error.status >= 500)
    return {
      title: 'Something went wrong on our side',
      remedy: 'Try again in a moment. If it stays, tell support the request id.',
    }
  return { title: 'This was refused', remedy: error.message }
}

/** An empty list teaches: one sentence, one action, one link. */
export function EmptyState({
  title,
  order = 2,
  children,
  action,
}: {
  title: string
  /** 1 where it stands in place of a whole page. */
  order?: 1 | 2
  children?: ReactNode
  action?: ReactNode
}) {
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

/** For whom it is, and who can change that. */
export function PermissionState({ title }: { title: string }) {
  return (
    <EmptyState order={1} title={`${title} is for admins`}>
      <IconLock size={20} aria-hidden /> Your role is sender. An admin of your account can give you
      the role admin, under Settings › People.
    </EmptyState>
  )
}

export function PlanState({ title }: { title: string }) {
  return (
    <EmptyState order={1} title={`${title} needs the Enterprise tier`}>
      <IconStairsUp size={20} aria-hidden /> Webhook endpoints are part of the Enterprise tier. On
      other tiers nothing is sent; everything can still be read over the API. Ask whoever runs this
      installation to change the tier of your account.
    </EmptyState>
  )
}

export function NotFound() {
  return (
    <EmptyState
      order={1}
      title="There is no such page"
      action={
        <Anchor renderRoot={(props) => <Link to="/" {...props} />}>Go to the overview</Anchor>
      }
    >
      The address may be mistyped, or from another version.
    </EmptyState>
  )
}

/** The shape of a page before its first data. */
export const PageSkeleton = () => (
  <Stack p="xl" role="status" aria-busy="true" aria-label="Loading">
    <Skeleton h={28} w={220} />
    <Skeleton h={16} w={380} maw="100%" />
    <RowsSkeleton />
  </Stack>
)

/** Where one thing of a known height will stand. */
export const BoxSkeleton = ({ h, label }: { h: number; label: string }) => (
  <Skeleton h={h} role="status" aria-busy aria-label={label} />
)

export const RowsSkeleton = ({ rows = 6 }: { rows?: number }) => (
  <Stack gap={0} className="panel" role="status" aria-busy="true" aria-label="Loading">
    {Array.from({ length: rows }, (_, at) => `row ${at}`).map((row) => (
      <Group key={row} p="sm" justify="space-between" wrap="nowrap">
        <Skeleton h={14} w="35%" />
        <Skeleton h={14} w="25%" />
        <Skeleton h={14} w={70} />
      </Group>
    ))}
  </Stack>
)
