import { Badge, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedCode, Variant } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { EmptyPanel } from '#web/components/feedback/empty-list.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { t } from '#web/i18n/catalogue.ts'
import { CodeImports } from './code-imports.tsx'
import { askToRevoke } from './revoke-codes.tsx'

interface DialogProps {
  variant: Variant
  close: () => void
}

const stateLabels = { free: t('Free'), given: t('Given'), revoked: t('Revoked') } as const

/**
 * A dialog that lists the codes of a variant by their last characters. No page shows a whole code to users of
 * the account.
 */
export function CodesDialog({ variant, close }: DialogProps) {
  const [lastFour, setLastFour] = useState('')
  const [state, setState] = useState<string | null>(null)
  const query = {
    ...(state !== null && { state }),
    ...(lastFour.length === 4 && { last_four: lastFour }),
  }
  const path = `/catalogue/variants/${variant.id}/codes` as const
  const pages = useInfiniteQuery({
    queryKey: ['codes', variant.id, query],
    queryFn: ({ pageParam, signal }) =>
      api.get(path, { ...query, ...(pageParam !== '' && { after: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => (last.has_more ? last.data.at(-1)?.id : undefined),
  })
  const codes = pages.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Modal opened onClose={close} title={t('Codes of {name}', { name: variant.name })} size="lg">
      <Stack>
        <Group grow align="flex-end">
          <TextInput
            label={t('Last four characters')}
            maxLength={4}
            value={lastFour}
            onChange={(event) => setLastFour(event.currentTarget.value.trim())}
            data-autofocus
          />
          <Select
            label={t('State')}
            placeholder={t('All')}
            clearable
            data={Object.entries(stateLabels).map(([value, label]) => ({ value, label }))}
            value={state}
            onChange={setState}
          />
        </Group>
        {pages.error !== null && (
          <ErrorState error={pages.error} retry={() => void pages.refetch()} />
        )}
        {pages.isPending && <RowsSkeleton rows={3} />}
        {pages.data !== undefined && codes.length === 0 && (
          <EmptyPanel guide="codes">
            {lastFour === '' && state === null ? t('No codes yet.') : t('No code matches.')}
          </EmptyPanel>
        )}
        <CodeImports variant={variant} />
        <ul className="codes">
          {codes.map((code) => (
            <CodeItem key={code.id} code={code} variant={variant} />
          ))}
        </ul>
        {pages.hasNextPage && (
          <Button
            variant="default"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {t('Load more')}
          </Button>
        )}
      </Stack>
    </Modal>
  )
}

function CodeItem({ code, variant }: { code: ListedCode; variant: Variant }) {
  const { last_four, state, has_pin, expires_on, gift_request_id, revoked_reason } = code
  const details = [
    ...(has_pin ? [t('with PIN')] : []),
    ...(expires_on === null ? [] : [t('until {date}', { date: expires_on })]),
    ...(revoked_reason === null ? [] : [revoked_reason]),
  ]
  return (
    <li>
      <div style={{ minWidth: 0 }}>
        <span className="mono">{last_four === null ? t('Erased') : `••••${last_four}`}</span>
        <Text size="xs" c="dimmed">
          {details.join(', ')}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        {gift_request_id !== null && (
          <PageLink size="sm" to="/gift-requests/$id" params={{ id: gift_request_id }}>
            {t('View gift')}
          </PageLink>
        )}
        <Badge size="sm" variant="default">
          {stateLabels[state]}
        </Badge>
        {state === 'free' && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t('Revoke the code that ends in {lastFour}', { lastFour: last_four ?? '' })}
            onClick={() => revokeCode(code, variant)}
          >
            {t('Revoke')}
          </Button>
        )}
      </Group>
    </li>
  )
}

const revokeCode = ({ id, last_four }: ListedCode, variant: Variant) =>
  askToRevoke({
    title: t('Revoke ••••{lastFour}', { lastFour: last_four ?? '' }),
    submitLabel: t('Revoke code'),
    description: t('No gift will get this code. The audit log keeps the reason.'),
    revoke: (values) => api.post(`/catalogue/variants/${variant.id}/codes/${id}/revoke`, values),
    onDone: () => toast(t('Code revoked.')),
  })
