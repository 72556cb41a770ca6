import { Badge, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedCode, ProductDetail, Variant } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { EmptyPanel } from '#web/components/empty-list.tsx'
import { Form } from '#web/components/form.tsx'
import { PageLink } from '#web/components/link.tsx'
import { closeModal, openModal } from '#web/components/modals.ts'
import { ErrorState, RowsSkeleton } from '#web/components/status-views.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/i18n/catalogue.ts'
import { CodeImports } from './code-imports.tsx'
import { useReloadProduct } from './use-reload-product.ts'

interface DialogProps {
  product: ProductDetail
  variant: Variant
  close: () => void
}

const stateLabels = { free: t('Free'), given: t('Given'), revoked: t('Revoked') } as const

/** Lists the codes of a variant by their last characters. No page shows a whole code to users of the account. */
export function CodesDialog({ product, variant, close }: DialogProps) {
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
        <CodeImports product={product} variant={variant} />
        <ul className="codes">
          {codes.map((code) => (
            <CodeItem key={code.id} code={code} product={product} variant={variant} />
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

function CodeItem({
  code,
  product,
  variant,
}: {
  code: ListedCode
  product: ProductDetail
  variant: Variant
}) {
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
            onClick={() => askToRevoke(code, product, variant)}
          >
            {t('Revoke')}
          </Button>
        )}
      </Group>
    </li>
  )
}

function askToRevoke({ id, last_four }: ListedCode, product: ProductDetail, variant: Variant) {
  const modal = openModal({
    title: t('Revoke ••••{lastFour}', { lastFour: last_four ?? '' }),
    children: (
      <RevokeForm
        path={`/catalogue/variants/${variant.id}/codes/${id}/revoke`}
        product={product}
        close={() => closeModal(modal)}
      />
    ),
  })
}

function RevokeForm({
  path,
  product,
  close,
}: {
  path: `/catalogue/variants/${string}/codes/${string}/revoke`
  product: ProductDetail
  close: () => void
}) {
  const reload = useReloadProduct(product.id)
  return (
    <Form<{ reason: string }, void>
      initial={{ reason: '' }}
      onSubmit={(values) => api.post(path, values)}
      onDone={() => {
        close()
        toast(t('Code revoked.'))
        void reload()
      }}
      onCancel={close}
      submitLabel={t('Revoke code')}
    >
      {(form) => (
        <TextInput
          label={t('Reason')}
          description={t('No gift will get this code. The audit log keeps the reason.')}
          data-autofocus
          {...form.getInputProps('reason')}
        />
      )}
    </Form>
  )
}
