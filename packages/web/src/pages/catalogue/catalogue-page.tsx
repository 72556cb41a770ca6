import { t } from '#web/i18n/catalogue.ts'
import './catalogue.css'
import { Badge, Checkbox, Group, Text } from '@mantine/core'
import { IconBuildingWarehouse, IconFileSpreadsheet, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Product } from '#web/admin-api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { describeDestinations } from '#web/components/formats/destinations.ts'
import { describeStock } from '#web/components/formats/product-kind.ts'
import { toRelativeUrl } from '#web/components/formats/relative-url.ts'
import { ButtonLink } from '#web/components/layout/link.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { CardList, Cards } from '#web/components/lists/card-list.tsx'
import { usePermission } from '#web/session.ts'
import { BulkEditBar, maxSelected } from './bulk-edit.tsx'
import { getAvailable, isLowStock } from './product.ts'

/** The page with all products of the account. */
export function CataloguePage() {
  const isAdmin = usePermission('catalogue:write')
  const [selected, setSelected] = useState<ReadonlyMap<string, Product>>(new Map())
  const toggle = (product: Product) =>
    setSelected((current) => {
      const next = new Map(current)
      if (!next.delete(product.id) && next.size < maxSelected) next.set(product.id, product)
      return next
    })
  const addButton = (
    <ButtonLink leftSection={<IconPlus size={16} aria-hidden />} to="/catalogue/new">
      {t('New product')}
    </ButtonLink>
  )
  return (
    <Page
      title={t('Catalogue')}
      about={t('Products you can give, and their stock.')}
      action={
        <Group gap="xs">
          <ButtonLink
            variant="default"
            leftSection={<IconBuildingWarehouse size={16} aria-hidden />}
            to="/catalogue/warehouses"
          >
            {t('Warehouses')}
          </ButtonLink>
          {isAdmin && (
            <ButtonLink
              variant="default"
              leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
              to="/catalogue/import"
            >
              {t('Import and export')}
            </ButtonLink>
          )}
          {isAdmin && addButton}
        </Group>
      }
    >
      <CardList
        path="/products"
        filters={filters}
        sorts={['created', 'name']}
        renderPage={(rows) => (
          <Cards
            label={t('Products')}
            rows={rows}
            minWidth="14rem"
            renderCard={(product) => (
              <ProductCard
                product={product}
                {...(isAdmin && {
                  isSelected: selected.has(product.id),
                  onToggle: () => toggle(product),
                })}
              />
            )}
          />
        )}
        empty={
          <EmptyList
            guide="catalogue"
            title={t('No products yet')}
            {...(isAdmin && { action: addButton })}
          >
            {t('A product has variants, such as sizes or colours. Campaigns offer variants.')}
          </EmptyList>
        }
      />
      {isAdmin && (
        <BulkEditBar products={[...selected.values()]} clear={() => setSelected(new Map())} />
      )}
    </Page>
  )
}

const filters = [
  { name: 'q', label: t('Name or SKU') },
  {
    name: 'state',
    label: t('Status'),
    options: [
      { value: 'available', label: t('Available') },
      { value: 'archived', label: t('Archived') },
    ],
  },
  { name: 'stock', label: t('Stock'), options: [{ value: 'low', label: t('Low stock') }] },
]

interface ProductCardProps {
  product: Product
  isSelected?: boolean
  /** Selects or deselects the product. Absent for users who cannot change products. */
  onToggle?: () => void
}

function ProductCard({ product, isSelected = false, onToggle }: ProductCardProps) {
  const { id, name, kind, images, variants, archived_at } = product
  const activeVariants = variants.filter((variant) => variant.archived_at === null)
  const availableCount = activeVariants.reduce((sum, variant) => sum + getAvailable(variant), 0)
  const image = images[0] ?? activeVariants[0]?.images[0]
  return (
    <article
      className="panel card product-card"
      {...(archived_at && { 'data-off': true })}
      {...(isSelected && { 'data-selected': true })}
    >
      {onToggle !== undefined && (
        <Checkbox
          className="above select"
          size="md"
          aria-label={t('Select {name}', { name })}
          checked={isSelected}
          onChange={onToggle}
        />
      )}
      {image === undefined ? (
        <div className="no-picture" aria-hidden />
      ) : (
        <img src={toRelativeUrl(image.urls.large)} alt="" loading="lazy" />
      )}
      <div className="words">
        <Link to="/catalogue/$id" params={{ id }} className="card-link" data-row>
          <Text component="h2" fw={600} size="sm" m={0}>
            {name}
          </Text>
        </Link>
        <Group justify="space-between" gap={4} mt={2}>
          <Text size="xs" c="dimmed">
            {t('{count} variants', { count: activeVariants.length })} ·{' '}
            {kind === 'physical'
              ? describeStock({ kind, available: availableCount })
              : t(kind === 'digital' ? 'digital' : 'donation')}
          </Text>
          {archived_at !== null ? (
            <Badge size="sm" variant="default">
              {t('Archived')}
            </Badge>
          ) : (
            isLowStock(product) && <span className="low">{t('Low')}</span>
          )}
        </Group>
        {(product.destination_mode !== 'all' || product.minimum_age !== null) && (
          <Group gap={4} mt={4}>
            {product.destination_mode !== 'all' && (
              <Badge size="sm" variant="default" title={describeDestinations(product)}>
                {t('Limited destinations')}
              </Badge>
            )}
            {product.minimum_age !== null && (
              <Badge size="sm" variant="default">
                {product.minimum_age}+
              </Badge>
            )}
          </Group>
        )}
      </div>
    </article>
  )
}
