import { Badge, SimpleGrid, Stack, Text } from '@mantine/core'
import type { Gift, GiftItem } from '#web/admin-api.ts'
import { Panel } from '#web/components/page.tsx'
import { toRelativeUrl } from '#web/components/relative-url.ts'
import { t } from '#web/i18n/gifts.ts'
import { describeChangeability } from './change-notes.tsx'

/** The offered items and the chosen ones. */
export function ItemsPanel({ gift }: { gift: Gift }) {
  const { offering, line_items, is_direct } = gift
  if (is_direct)
    return (
      <Panel title={t('Contents')} about={describeChangeability(gift)}>
        <ItemGrid items={line_items ?? []} />
      </Panel>
    )
  const chosenIds = new Set((line_items ?? []).map(({ variant_id }) => variant_id))
  return (
    <Panel
      title={line_items === null ? t('Options offered') : t('Chosen items')}
      about={describeChangeability(gift) ?? describeChoice(offering)}
    >
      <ItemGrid items={offering.items} chosenIds={chosenIds} />
    </Panel>
  )
}

function describeChoice({ selection_mode, max_choices }: Gift['offering']): string {
  if (selection_mode === 'all') return t('The recipient gets one of each product.')
  return max_choices === 1
    ? t('The recipient chooses one.')
    : t('The recipient chooses up to {max}.', { max: max_choices })
}

const ItemGrid = ({
  items,
  chosenIds,
}: {
  items: readonly GiftItem[]
  chosenIds?: ReadonlySet<string>
}) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" component="ul" p={0} m={0}>
    {items.map((item) => {
      const isChosen = chosenIds?.has(item.variant_id) === true
      const isDimmed = chosenIds !== undefined && chosenIds.size > 0 && !isChosen
      return (
        <li className="thing" key={item.variant_id}>
          <img src={toRelativeUrl(item.images[0]?.urls.thumbnail)} alt="" loading="lazy" />
          <Stack gap={2} style={{ minWidth: 0 }}>
            <Text size="sm" fw={isChosen ? 600 : 400} {...(isDimmed && { c: 'dimmed' })}>
              {item.name}
              {item.quantity > 1 && ` × ${item.quantity}`}
            </Text>
            {isChosen && (
              <Badge size="xs" variant="light" style={{ alignSelf: 'flex-start' }}>
                {t('chosen')}
              </Badge>
            )}
          </Stack>
        </li>
      )
    })}
  </SimpleGrid>
)
