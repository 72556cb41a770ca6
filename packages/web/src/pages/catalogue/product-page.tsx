import { t } from '#web/i18n/catalogue.ts'
import { formatValues } from '#web/i18n/format.ts'
import './catalogue.css'
import { Alert, Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { IconArchive, IconPencil } from '@tabler/icons-react'
import type { ProductDetail, Variant } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { DetailPlaceholder } from '#web/components/feedback/detail-placeholder.tsx'
import { toast, toastError, toastUndo } from '#web/components/feedback/toast.tsx'
import { describeDestinations } from '#web/components/formats/destinations.ts'
import { kindLabels } from '#web/components/formats/product-kind.ts'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { toRelativeUrl } from '#web/components/formats/relative-url.ts'
import { ButtonLink, PageLink } from '#web/components/layout/link.tsx'
import { DescriptionList, DetailLayout, Page, Panel } from '#web/components/layout/page.tsx'
import { useRouteId } from '#web/components/layout/use-route-id.ts'
import { usePermission } from '#web/session.ts'
import { allergenLabels } from './allergens.ts'
import { ContentsPanel } from './contents-panel.tsx'
import { DonationsPanel } from './donations-panel.tsx'
import { useProduct } from './product.ts'
import { SizeGuidePanel } from './size-guide-panel.tsx'
import { StockPanel } from './stock-panel.tsx'

/** The page of a product, with its pictures, its stock and the campaigns that offer it. */
export function ProductPage() {
  const id = useRouteId()
  const query = useProduct(id)
  const product = query.data
  if (product === undefined)
    return <DetailPlaceholder query={query} noun={t('Product')} list="/catalogue" />
  const { registration_number: registration = null, url: website = null } = product.charity ?? {}
  return (
    <Page
      title={product.name}
      about={product.description}
      action={<ProductActions product={product} />}
    >
      {product.archived_at !== null && (
        <Alert color="gray" variant="light" title={t('This product is archived')}>
          {t('It is not offered to new recipients. Gifts already sent keep it.')}
        </Alert>
      )}
      <DetailLayout
        main={
          <>
            {product.images.length > 0 && (
              <Panel title={t('Pictures')}>
                <ul className="images">
                  {product.images.map(({ url, urls, name }) => (
                    <li key={url}>
                      <img src={toRelativeUrl(urls.thumbnail)} alt={name} />
                    </li>
                  ))}
                </ul>
              </Panel>
            )}
            <SizeGuidePanel product={product} />
            {product.kind === 'physical' && <StockPanel product={product} />}
            {product.kind === 'digital' && <ContentsPanel product={product} />}
            {product.kind === 'donation' && <DonationsPanel product={product} />}
          </>
        }
        aside={
          <>
            <Panel title={t('Details')}>
              <DescriptionList
                rows={[
                  [t('Kind'), kindLabels[product.kind]],
                  registration !== null && [t('Registration number'), registration],
                  website !== null && [
                    t('Website'),
                    <Anchor key="website" href={website} target="_blank" rel="noreferrer">
                      {new URL(website).host}
                    </Anchor>,
                  ],
                  [t('Variants'), String(product.variants.length)],
                  [t('Destinations'), describeDestinations(product)],
                  product.minimum_age !== null && [
                    t('Minimum age'),
                    t('{count} years, adult signature', { count: product.minimum_age }),
                  ],
                  product.allergens.length > 0 && [
                    t('Allergens'),
                    formatValues(product.allergens.map((code) => allergenLabels[code])),
                  ],
                  product.ingredients !== '' && [t('Ingredients'), product.ingredients],
                  [t('Created'), <GiftTime key="added" at={product.created_at} />],
                  [t('Updated'), <GiftTime key="changed" at={product.updated_at} />],
                ]}
              />
            </Panel>
            <Panel title={t('In live campaigns')}>
              {product.campaigns.length === 0 ? (
                <Text size="sm" c="dimmed">
                  {t('Not in any live campaign.')}
                </Text>
              ) : (
                <ul style={{ margin: 0, paddingLeft: '1.1rem' }}>
                  {product.campaigns.map(({ id, name }) => (
                    <li key={id}>
                      <PageLink size="sm" to="/campaigns/$id" params={{ id }}>
                        {name}
                      </PageLink>
                    </li>
                  ))}
                </ul>
              )}
            </Panel>
            <VariantsPanel product={product} />
          </>
        }
      />
    </Page>
  )
}

function useArchiving(product: ProductDetail) {
  const send = (verb: 'archive' | 'restore', variant: Variant | undefined) =>
    variant === undefined
      ? api.post(`/products/${product.id}/${verb}`)
      : api.post(`/variants/${variant.id}/${verb}`)
  const restore = (name: string, variant?: Variant) =>
    send('restore', variant).then(
      () => toast(t('“{name}” is available again.', { name })),
      toastError,
    )
  const archive = async (name: string, variant?: Variant) => {
    await send('archive', variant)
    toastUndo(t('“{name}” is archived.', { name }), () => restore(name, variant))
  }
  /**
   * Archives a product or a variant. If campaigns offer the product, the function asks for confirmation
   * first.
   */
  const confirmArchive = (name: string, variant?: Variant) => {
    const { campaigns } = product
    if (campaigns.length === 0) return void archive(name, variant).catch(toastError)
    confirm({
      title: t('“{name}” is in {count} live campaigns', { count: campaigns.length, name }),
      confirmLabel: t('Archive'),
      onConfirm: () => archive(name, variant),
      children: t(
        '{campaigns}: it is no longer offered to new recipients there. Gifts already sent keep it. The product returns to these campaigns if you restore it.',
        { campaigns: formatValues(campaigns.map((campaign) => campaign.name)) },
      ),
    })
  }
  return { confirmArchive, restore }
}

function ProductActions({ product }: { product: ProductDetail }) {
  const { confirmArchive, restore } = useArchiving(product)
  if (!usePermission('catalogue:write')) return null
  const { id, name, archived_at } = product
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconArchive size={16} aria-hidden />}
        onClick={() => (archived_at === null ? confirmArchive(name) : void restore(name))}
      >
        {archived_at === null ? t('Archive') : t('Restore')}
      </Button>
      <ButtonLink
        leftSection={<IconPencil size={16} aria-hidden />}
        to="/catalogue/$id/edit"
        params={{ id }}
      >
        {t('Edit')}
      </ButtonLink>
    </Group>
  )
}

function VariantsPanel({ product }: { product: ProductDetail }) {
  const { confirmArchive, restore } = useArchiving(product)
  const isAdmin = usePermission('catalogue:write')
  return (
    <Panel title={t('Variants')}>
      {product.variants.map((variant) => (
        <Group key={variant.id} justify="space-between" wrap="nowrap" py={6}>
          <div style={{ minWidth: 0 }}>
            <Text size="sm">{variant.name}</Text>
            <Text size="xs" c="dimmed" className="mono">
              {variant.sku}
            </Text>
          </div>
          <Group gap="xs" wrap="nowrap">
            {variant.archived_at !== null && (
              <Badge size="sm" variant="default">
                {t('Archived')}
              </Badge>
            )}
            {isAdmin && product.variants.length > 1 && product.archived_at === null && (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={t('{action}: {name}', {
                  action: variant.archived_at === null ? t('Archive') : t('Restore'),
                  name: variant.name,
                })}
                onClick={() =>
                  variant.archived_at === null
                    ? confirmArchive(variant.name, variant)
                    : void restore(variant.name, variant)
                }
              >
                {variant.archived_at === null ? t('Archive') : t('Restore')}
              </Button>
            )}
          </Group>
        </Group>
      ))}
    </Panel>
  )
}
