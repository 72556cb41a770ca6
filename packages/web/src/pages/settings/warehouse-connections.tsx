import { Select, Stack } from '@mantine/core'
import type { Connection, WarehouseChoice } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/settings.ts'

interface WarehouseConnectionsProps {
  warehouses: readonly WarehouseChoice[]
  connections: readonly Connection[]
}

/** The choice of the carrier of each warehouse. */
export const WarehouseConnections = ({ warehouses, connections }: WarehouseConnectionsProps) =>
  warehouses.length > 0 &&
  connections.length > 0 && (
    <Panel
      title={t('Warehouses')}
      about={t(
        'New parcels of a warehouse ship with its connection. Labels that are already bought remain valid.',
      )}
    >
      <Stack maw={420}>
        {warehouses.map((warehouse) => (
          <WarehouseSelect key={warehouse.id} warehouse={warehouse} connections={connections} />
        ))}
      </Stack>
    </Panel>
  )

const defaultChoice = 'default'

interface WarehouseSelectProps {
  warehouse: WarehouseChoice
  connections: readonly Connection[]
}

function WarehouseSelect({
  warehouse: { id, name, connection_id },
  connections,
}: WarehouseSelectProps) {
  const choose = useAction(
    (chosen: string) =>
      api.put(`/connections/warehouses/${id}`, {
        connection_id: chosen === defaultChoice ? null : chosen,
      }),
    () => toast(t('Saved.')),
  )
  const fallback = connections.find(({ is_default }) => is_default)
  return (
    <Select
      label={name}
      allowDeselect={false}
      disabled={choose.isPending}
      value={connection_id ?? defaultChoice}
      onChange={(value) => value !== null && choose.mutate(value)}
      data={[
        {
          value: defaultChoice,
          label:
            fallback === undefined ? t('Default') : t('Default: {name}', { name: fallback.name }),
        },
        ...connections.map((each) => ({ value: each.id, label: each.name })),
      ]}
    />
  )
}
