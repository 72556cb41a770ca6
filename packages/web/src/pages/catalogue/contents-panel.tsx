import { Badge, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CodeSources, ProductDetail, Variant, VariantContent } from '#web/admin-api.ts'
import { ApiError, api } from '#web/api.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/catalogue.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { usePermission } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import { CodesDialog } from './codes-dialog.tsx'
import { changeContentSettings } from './content-settings.tsx'
import { ImportDialog } from './import-codes.tsx'
import { needsCode } from './product.ts'
import { openSources } from './sources-dialog.tsx'

type DigitalVariant = Variant & { digital: VariantContent }

/** A panel with the codes, links and files that the variants of a digital product give. */
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

const hasContent = (variant: Variant): variant is DigitalVariant => variant.digital !== null

function ContentItem({ product, variant }: { product: ProductDetail; variant: DigitalVariant }) {
  const { id, digital: content } = variant
  const isAdmin = usePermission('catalogue:write')
  const { data: sources } = useRead(`/catalogue/variants/${id}/sources`, undefined, {
    enabled: isAdmin && needsCode(content),
  })
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
        <ContentBadge content={content} isBought={isBought(sources)} />
      </Group>
      <ContentCounts content={content} downloads={product.downloads[id] ?? 0} />
      {isAdmin && <ContentActions product={product} variant={variant} sources={sources} />}
    </Stack>
  )
}

/** Returns whether a supplier sells the codes of a variant. */
const isBought = (sources: CodeSources | undefined) =>
  sources?.data.some(
    ({ connection_id, stopped_at }) =>
      stopped_at === null &&
      sources.suppliers.some(({ id, is_usable }) => id === connection_id && is_usable),
  ) === true

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

interface BadgeProps {
  content: VariantContent
  isBought: boolean
}

function ContentBadge({ content, isBought: hasSupplier }: BadgeProps) {
  const { delivery, codes, low_stock_threshold, link_host, file } = content
  if (needsCode(content) && !hasSupplier) {
    if (codes.free === 0)
      return <span className="low">{codes.given > 0 ? t('No codes left') : t('No codes yet')}</span>
    if (codes.free <= low_stock_threshold) return <span className="low">{t('Low')}</span>
  }
  const isMissing =
    delivery === null || (!needsCode(content) && (delivery === 'link' ? link_host : file) === null)
  if (isMissing) return <span className="low">{t('Not set up')}</span>
  return (
    <Badge size="sm" variant="default">
      {t('Ready')}
    </Badge>
  )
}

/**
 * The counts of a variant as a description list. For links and files, the list has only the number of gifts
 * that got them.
 */
function ContentCounts({ content, downloads }: { content: VariantContent; downloads: number }) {
  const { delivery, codes, low_stock_threshold } = content
  const rows: [string, number][] = needsCode(content)
    ? [
        [t('Free|codes'), codes.free],
        [t('Given|codes'), codes.given],
        [t('Revoked|codes'), codes.revoked],
        ...(codes.expired > 0 ? [[t('Expired|codes'), codes.expired] as [string, number]] : []),
        ...(codes.waiting > 0 ? [[t('Gifts waiting'), codes.waiting] as [string, number]] : []),
        [t('Warn at'), low_stock_threshold],
      ]
    : [
        [t('Given|codes'), codes.given],
        ...(delivery === 'file' ? [[t('Downloads'), downloads] as [string, number]] : []),
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

interface ActionsProps {
  product: ProductDetail
  variant: DigitalVariant
  sources: CodeSources | undefined
}

function ContentActions({ product, variant, sources }: ActionsProps) {
  const { digital: content } = variant
  const [open, setOpen] = useState<'import' | 'codes'>()
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
      {needsCode(content) && (
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
          <SourcesButton variant={variant} sources={sources} />
        </>
      )}
      {content.delivery === 'file' && <UploadButton variant={variant} />}
      <Button
        size="xs"
        variant="default"
        aria-label={label(t('Settings'))}
        onClick={() => changeContentSettings(variant)}
      >
        {t('Settings')}
      </Button>
      {open === 'import' && <ImportDialog variant={variant} close={close} />}
      {open === 'codes' && <CodesDialog variant={variant} close={close} />}
    </Group>
  )
}

/** Opens the suppliers of a variant, if the account has connections that sell codes. */
const SourcesButton = ({ variant, sources }: Pick<ActionsProps, 'variant' | 'sources'>) =>
  sources !== undefined &&
  sources.suppliers.length > 0 && (
    <Button
      size="xs"
      variant="default"
      aria-label={t('{action}: {name}', { action: t('Suppliers'), name: variant.name })}
      onClick={() => openSources(variant, sources)}
    >
      {t('Suppliers')}
    </Button>
  )

function UploadButton({ variant }: { variant: DigitalVariant }) {
  const upload = useMutation({
    mutationFn: (file: File) =>
      api.upload(`/catalogue/variants/${variant.id}/file`, file, { name: file.name }),
    onSuccess: () => toast(t('File uploaded.')),
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
            {variant.digital.file === null ? t('Upload file') : t('Replace file')}
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
