import { Alert, Button, Group, NumberInput, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProductDetail, Variant, Warehouse } from '#web/admin-api.ts'
import { ApiError, api } from '#web/api.ts'
import { RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { countryName } from '#web/components/formats/country-name.ts'
import { useLeaveGuard } from '#web/components/forms/use-leave-guard.ts'
import { PageLink } from '#web/components/layout/link.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/catalogue.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { usePermission } from '#web/session.ts'
import { useWarehouses } from './product.ts'

/** The stock counts that the user has typed, by variant and warehouse. */
type EditedLevels = Readonly<Record<string, number>>

const levelKey = (variant: Variant, warehouse: Warehouse) => `${variant.id} ${warehouse.id}`

const findLevel = ({ stock_levels }: Variant, { id }: Warehouse) =>
  stock_levels.find(({ warehouse }) => warehouse.id === id)

/**
 * A panel with the stock of each variant by warehouse. When the user saves a count, the service releases
 * gifts that wait for stock.
 */
export function StockPanel({ product }: { product: ProductDetail }) {
  const { data } = useWarehouses()
  const [edited, setEdited] = useState<EditedLevels>({})
  const isAdmin = usePermission('catalogue:write')
  const saveStock = useMutation({
    mutationFn: (levels: Change[]) => api.put('/stock_levels', { levels }),
    onSuccess: () => {
      setEdited({})
      toast(t('Stock saved.'))
    },
  })
  useLeaveGuard(findChanges(product, data?.data ?? [], edited).length > 0)
  if (data === undefined) return <RowsSkeleton rows={3} />
  const warehouses = data.data
  const changes = findChanges(product, warehouses, edited)
  return (
    <Panel
      title={t('Stock')}
      about={t('Available stock. Backordered gifts ship automatically when you restock.')}
    >
      {warehouses.length === 0 ? (
        <Text size="sm">
          {t('No warehouse yet, so you can’t enter stock.')}{' '}
          {isAdmin && <PageLink to="/catalogue/warehouses">{t('Add warehouse')}</PageLink>}
        </Text>
      ) : (
        <table className="stock" aria-label={t('Stock by variant and warehouse')}>
          <thead>
            <tr>
              <th scope="col">{t('Variant')}</th>
              {warehouses.map(({ id, name, country }) => (
                <th key={id} scope="col" title={countryName(country)}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {product.variants.map((variant) => (
              <tr key={variant.id}>
                <th scope="row">{variant.name}</th>
                {warehouses.map((warehouse) => (
                  <td key={warehouse.id} data-label={warehouse.name}>
                    <StockLevelInput
                      variant={variant}
                      warehouse={warehouse}
                      edited={edited[levelKey(variant, warehouse)]}
                      isConflict={isConflictError(saveStock.error)}
                      set={
                        isAdmin
                          ? (value) =>
                              setEdited((was) => ({
                                ...was,
                                [levelKey(variant, warehouse)]: value,
                              }))
                          : undefined
                      }
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {saveStock.error !== null && <SaveError error={saveStock.error} />}
      {changes.length > 0 && (
        <Group mt="md" justify="flex-end">
          <Button variant="default" onClick={() => setEdited({})}>
            {t('Discard')}
          </Button>
          <Button loading={saveStock.isPending} onClick={() => saveStock.mutate(changes)}>
            {t('Save stock')}
          </Button>
        </Group>
      )}
    </Panel>
  )
}

interface Change {
  variant_id: string
  warehouse_id: string
  available: number
  expected: number
}

function findChanges(
  { variants }: ProductDetail,
  warehouses: readonly Warehouse[],
  edited: EditedLevels,
): Change[] {
  return variants.flatMap((variant) =>
    warehouses.flatMap((warehouse) => {
      const available = edited[levelKey(variant, warehouse)]
      const expected = findLevel(variant, warehouse)?.available ?? 0
      return available === undefined || available === expected
        ? []
        : [{ variant_id: variant.id, warehouse_id: warehouse.id, available, expected }]
    }),
  )
}

interface StockLevelInputProps {
  variant: Variant
  warehouse: Warehouse
  edited: number | undefined
  isConflict: boolean
  set: ((value: number) => void) | undefined
}

function StockLevelInput({ variant, warehouse, edited, isConflict, set }: StockLevelInputProps) {
  const level = findLevel(variant, warehouse)
  const available = level?.available ?? 0
  return (
    <Group gap="xs" wrap="nowrap">
      {set === undefined ? (
        formatNumber(available)
      ) : (
        <NumberInput
          size="xs"
          w={96}
          min={0}
          max={10_000_000}
          allowDecimal={false}
          aria-label={t('{variant} in {warehouse}', {
            variant: variant.name,
            warehouse: warehouse.name,
          })}
          value={edited ?? available}
          onChange={(value) => {
            if (value !== '') set(Number(value))
          }}
        />
      )}
      {isConflict && edited !== undefined && edited !== available && (
        <Text size="xs" c="var(--mantine-color-error)">
          {t('now {available}', { available })}
        </Text>
      )}
      {level !== undefined && level.reserved > 0 && (
        <span className="reserved">{t('+{reserved} reserved', { reserved: level.reserved })}</span>
      )}
    </Group>
  )
}

const isConflictError = (error: Error | null) => error instanceof ApiError && error.status === 422

const SaveError = ({ error }: { error: Error }) => (
  <Alert color="red" variant="light" mt="md" role="alert" title={t('Not saved')}>
    {isConflictError(error)
      ? t(
          'The stock changed in the meantime. Compare your counts with the current numbers next to them, and save again.',
        )
      : error.message}
  </Alert>
)
