import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { ApiKey } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { EmptyState, ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toastError } from '#web/components/feedback/toast.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { toPassword } from '#web/components/forms/own-password-input.tsx'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { useRouteId } from '#web/components/layout/use-route-id.ts'
import { useUrlFilters } from '#web/components/lists/use-url-filters.ts'
import { Trans, t } from '#web/i18n/developers.ts'
import { formatDate } from '#web/i18n/format.ts'
import { useRead } from '#web/use-read.ts'
import { reauthenticate } from '../settings/reauthenticate.tsx'
import { openExpireDialog } from './expire-key.tsx'
import { isUsable, nextExpiry } from './key-expiry.tsx'
import { showNewApiKey } from './new-key.tsx'
import { needsPassword } from './scopes.ts'

const MinuteBars = lazy(() => import('./minute-bars.tsx').then((m) => ({ default: m.MinuteBars })))

const quietMinutes = 10 // a key counts as unused after these minutes without a request

/**
 * The page that replaces an API key without downtime. The user creates a new key, watches both keys, and then
 * expires the old key.
 */
export function RotateKeyPage() {
  const id = useRouteId()
  const { filters, set } = useUrlFilters()
  const keys = useRead('/api-keys', undefined, { refetchInterval: 5_000 })
  if (keys.error !== null)
    return <ErrorState error={keys.error} retry={() => void keys.refetch()} />
  if (keys.data === undefined) return <RowsSkeleton />
  const old = keys.data.data.find((key) => key.id === id)
  const next = keys.data.data.find((key) => key.id === filters.successor)
  if (old === undefined) return <EmptyState title={t('API key not found')} />
  return (
    <Page
      title={t('Rotate {name}', { name: old.name })}
      about={
        isUsable(old)
          ? t('Three steps, without rejected requests. You can leave and return to this URL.')
          : t('You can leave and return to this URL.')
      }
    >
      <CreateStep old={old} next={next} onCreated={(successor) => set({ successor })} />
      <SwitchStep old={old} next={next} />
      <ExpireStep old={old} next={next} />
    </Page>
  )
}

interface RotationKeys {
  old: ApiKey
  next: ApiKey | undefined
}

/** Describes how long the old key and the new key both work. */
function describeOverlap(old: ApiKey): string {
  if (!isUsable(old)) return t('The old key no longer works.')
  return old.expires_at === null
    ? t('Both keys work until you revoke the old one.')
    : t('Both keys work until you revoke the old one. It expires on {date}.', {
        date: formatDate(old.expires_at, { dateStyle: 'long', timeStyle: 'short' }),
      })
}

function CreateStep({ old, next, onCreated }: RotationKeys & { onCreated: (id: string) => void }) {
  const post = (more: { password?: string } = {}) =>
    api.post('/api-keys', {
      name: old.name,
      scopes: [...old.scopes],
      allowed_addresses: [...old.allowed_addresses],
      team_id: old.team_id,
      expires_at: nextExpiry(old),
      ...more,
    })
  const show = ({ id, token }: Awaited<ReturnType<typeof post>>) =>
    showNewApiKey(token, () => onCreated(id))
  return (
    <Panel
      title={t('1. Create and deploy a new key')}
      about={describeOverlap(old)}
      action={
        next === undefined && (
          <Button
            onClick={() =>
              needsPassword([], old.scopes)
                ? reauthenticate({
                    title: t('Create new key'),
                    about: t('The key can change webhook endpoints. Confirm that it’s you.'),
                    submitLabel: t('Create new key'),
                    onSubmit: (password) => post(toPassword(password)),
                    onDone: show,
                  })
                : void post().then(show).catch(toastError)
            }
          >
            {t('Create new key')}
          </Button>
        )
      }
    >
      {next === undefined ? (
        <Text size="sm">
          {t(
            'It gets the same name, permissions, lifetime and allowed addresses. Replace …{last_four} with it everywhere.',
            { last_four: old.last_four },
          )}
        </Text>
      ) : (
        <Text size="sm">
          <Trans
            text="Done {time}: the new key ends in {new_key}. Replace {old_key} with it everywhere."
            time={<RelativeTime at={next.created_at} />}
            new_key={<span className="mono">…{next.last_four}</span>}
            old_key={`…${old.last_four}`}
          />
        </Text>
      )}
    </Panel>
  )
}

/** Loads the requests per minute in the last hour for several keys. */
function useTraffic(ids: readonly string[]) {
  return useRead(
    '/api-keys/traffic',
    {
      ids: ids.join(','),
    },
    { refetchInterval: 3_000 },
  )
}

function SwitchStep({ old, next }: RotationKeys) {
  const keyPair = next === undefined ? [old] : [old, next]
  const { data } = useTraffic(keyPair.map(({ id }) => id))
  return (
    <Panel
      title={t('2. Watch traffic switch over')}
      about={t('Requests per minute in the last hour, live.')}
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        {keyPair.map((key) => {
          const minutes = data?.data.find(({ id }) => id === key.id)?.minutes ?? []
          const sum = minutes.reduce((all, each) => all + each, 0)
          return (
            <Stack key={key.id} gap={4}>
              <Group justify="space-between">
                <Text size="sm" fw={600}>
                  {key.id === old.id ? t('Old') : t('New')} …{key.last_four}
                </Text>
                <Text size="sm">{t('{count} requests in the last hour', { count: sum })}</Text>
              </Group>
              <Suspense fallback={<div style={{ aspectRatio: '480 / 72' }} />}>
                <MinuteBars
                  minutes={minutes}
                  label={t('Requests per minute with …{last_four} in the last hour', {
                    last_four: key.last_four,
                  })}
                />
              </Suspense>
              <Text size="xs" c="dimmed">
                <Trans text="Last used {time}" time={<RelativeTime at={key.last_used_at} />} />
              </Text>
            </Stack>
          )
        })}
      </SimpleGrid>
    </Panel>
  )
}

function ExpireStep({ old, next }: RotationKeys) {
  const { data } = useTraffic([old.id])
  if (old.expired_at !== null)
    return (
      <Panel title={t('3. Revoke the old key')}>
        <Text size="sm">
          <Trans
            text="All done: {old_key} was revoked {time}. <a>Back to API keys</a>"
            old_key={`…${old.last_four}`}
            time={<RelativeTime at={old.expired_at} />}
            a={(content) => <Link to="/developers/api-keys">{content}</Link>}
          />
        </Text>
      </Panel>
    )
  const recentRequests = (data?.data[0]?.minutes ?? [])
    .slice(-quietMinutes)
    .reduce((all, n) => all + n, 0)
  const isUnused = data !== undefined && recentRequests === 0
  return (
    <Panel
      title={t('3. Revoke the old key')}
      about={t('Safe once it is unused for {minutes} minutes and all infrequent jobs have run.', {
        minutes: quietMinutes,
      })}
      action={
        <Button
          variant={isUnused && next !== undefined ? 'filled' : 'default'}
          disabled={next === undefined}
          onClick={() => void openExpireDialog(old.id)}
        >
          {t('Revoke old')}
        </Button>
      }
    >
      <Text size="sm" aria-live="polite">
        {next === undefined && `${t('Create the new key first.')} `}
        {isUnused
          ? t('Unused: no requests with …{last_four} in the last {minutes} minutes.', {
              last_four: old.last_four,
              minutes: quietMinutes,
            })
          : t('Still in use: {count} requests in the last {minutes} minutes.', {
              count: recentRequests,
              minutes: quietMinutes,
            })}
      </Text>
    </Panel>
  )
}
