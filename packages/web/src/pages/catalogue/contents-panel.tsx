import { Badge, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProductDetail, VariantContent, VariantDetail } from '#web/admin-api.ts'
import { ApiError, api } from '#web/api.ts'
import { PageLink } from '#web/components/link.tsx'
import { Panel } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/i18n/catalogue.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { useIsAdmin } from '#web/session.ts'
import { CodesDialog } from './codes-dialog.tsx'
import { ContentSettingsDialog } from './content-settings.tsx'
import { ImportDialog } from './import-codes.tsx'
import { useReloadProduct } from './use-reload-product.ts'

type DigitalVariant = VariantDetail & { content: VariantContent }

/** What the variants of a digital product give: codes, links and files. */
export function ContentsPanel({ product }: { product: ProductDetail }) {
  const variants = product.variants.filter(hasContent)
  return (
    <Panel
      title={t('Contents')}
      about={t(
        'Recipients see their code, link or file on the page of their gift. Codes are stored encrypted.',
      )}
    >
      <ul className="contents">
        {variants.map((variant) => (
          <li key={variant.id}>
            <ContentItem product={product} variant={variant} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const hasContent = (variant: VariantDetail): variant is DigitalVariant => variant.content !== null

function ContentItem({ product, variant }: { product: ProductDetail; variant: DigitalVariant }) {
  const { content } = variant
  const isAdmin = useIsAdmin()
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" fw={600}>
            {variant.name}
          </Text>
          <Text size="xs" c="dimmed">
            {describeDelivery(content)}
          </Text>
        </div>
        <ContentBadge content={content} />
      </Group>
      <ContentCounts content={content} />
      {isAdmin && <ContentActions product={product} variant={variant} />}
    </Stack>
  )
}

function describeDelivery({ delivery, is_link_per_gift, link_host, file }: VariantContent): string {
  switch (delivery) {
    case 'code':
      return t('A code for each gift')
    case 'link':
      if (is_link_per_gift) return t('A link for each gift')
      return link_host === null
        ? t('One link for all gifts')
        : t('One link for all gifts: {host}', { host: link_host })
    case 'file':
      return file === null
        ? t('A file to download')
        : t('{name}, {megabytes} MB', {
            name: file.name,
            megabytes: formatNumber(file.size / 1_000_000, { maximumFractionDigits: 1 }),
          })
    default:
      return t('Recipients get nothing yet. Edit the product, and choose a code, a link or a file.')
  }
}

function ContentBadge({ content }: { content: VariantContent }) {
  const { delivery, needs_code, counts, is_low, link_host, file } = content
  if (needs_code && counts.free === 0)
    return <span className="low">{counts.given > 0 ? t('No codes left') : t('No codes yet')}</span>
  if (is_low) return <span className="low">{t('Low')}</span>
  const isMissing =
    delivery === null || (!needs_code && (delivery === 'link' ? link_host : file) === null)
  if (isMissing) return <span className="low">{t('Not set up')}</span>
  return (
    <Badge size="sm" variant="default">
      {t('Ready')}
    </Badge>
  )
}

/** The counts as a description list; for links and files only how many gifts got them. */
function ContentCounts({ content }: { content: VariantContent }) {
  const { delivery, needs_code, counts, low_stock_threshold } = content
  const rows: [string, number][] = needs_code
    ? [
        [t('Free|codes'), counts.free],
        [t('Given|codes'), counts.given],
        [t('Revoked|codes'), counts.revoked],
        ...(counts.expired > 0 ? [[t('Expired|codes'), counts.expired] as [string, number]] : []),
        ...(counts.waiting > 0 ? [[t('Gifts waiting'), counts.waiting] as [string, number]] : []),
        [t('Warn at'), low_stock_threshold],
      ]
    : [
        [t('Given|codes'), counts.given],
        ...(delivery === 'file' ? [[t('Downloads'), counts.downloads] as [string, number]] : []),
      ]
  return (
    <dl className="counts">
      {rows.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

function ContentActions({ product, variant }: { product: ProductDetail; variant: DigitalVariant }) {
  const { content } = variant
  const [open, setOpen] = useState<'import' | 'codes' | 'settings'>()
  const close = () => setOpen(undefined)
  const label = (action: string) => t('{action}: {name}', { action, name: variant.name })
  if (content.delivery === null)
    return (
      <PageLink size="sm" to="/catalogue/$id/edit" params={{ id: product.id }}>
        {t('Set up')}
      </PageLink>
    )
  return (
    <Group gap="xs">
      {content.needs_code && (
        <>
          <Button size="xs" aria-label={label(t('Import codes'))} onClick={() => setOpen('import')}>
            {t('Import codes')}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={label(t('View codes'))}
            onClick={() => setOpen('codes')}
          >
            {t('View codes')}
          </Button>
        </>
      )}
      {content.delivery === 'file' && <UploadButton product={product} variant={variant} />}
      <Button
        size="xs"
        variant="default"
        aria-label={label(t('Settings'))}
        onClick={() => setOpen('settings')}
      >
        {t('Settings')}
      </Button>
      {open === 'import' && <ImportDialog product={product} variant={variant} close={close} />}
      {open === 'codes' && <CodesDialog product={product} variant={variant} close={close} />}
      {open === 'settings' && (
        <ContentSettingsDialog product={product} variant={variant} close={close} />
      )}
    </Group>
  )
}

function UploadButton({ product, variant }: { product: ProductDetail; variant: DigitalVariant }) {
  const reload = useReloadProduct(product.id)
  const upload = useMutation({
    mutationFn: (file: File) =>
      api.upload(`/catalogue/variants/${variant.id}/file`, file, { name: file.name }),
    onSuccess: async () => {
      await reload()
      toast(t('File uploaded.'))
    },
  })
  return (
    <>
      <FileButton
        accept=".pdf,.epub,.mp3,.zip"
        onChange={(file) => {
          if (file !== null) upload.mutate(file)
        }}
      >
        {(props) => (
          <Button
            {...props}
            size="xs"
            loading={upload.isPending}
            aria-label={t('Upload a file: {name}', { name: variant.name })}
          >
            {variant.content.file === null ? t('Upload file') : t('Replace file')}
          </Button>
        )}
      </FileButton>
      {upload.error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {upload.error instanceof ApiError && upload.error.errors[0]?.param === 'file'
            ? t('The file {message}.', { message: upload.error.message })
            : upload.error.message}
        </Text>
      )}
    </>
  )
}
