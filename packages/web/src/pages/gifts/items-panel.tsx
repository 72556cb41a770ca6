import { Badge, SimpleGrid, Stack, Text } from '@mantine/core'
import { toRelativeUrl } from '#web/components/formats/relative-url.ts'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/gifts.ts'
import { describeChangeability } from './change-notes.tsx'
import type { Gift } from './gift.ts'

/** A panel with the items that the gift offers and the items that the recipient chose. */
export function ItemsPanel({ gift }: { gift: Gift }) {
  const { offering, max_choices, line_items, is_direct } = gift
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
      about={describeChangeability(gift) ?? describeChoice(offering.selection_mode, max_choices)}
    >
      <ItemGrid items={offering.line_items} chosenIds={chosenIds} />
    </Panel>
  )
}

function describeChoice(selection_mode: string, max_choices: number): string {
  if (selection_mode === 'all') return t('The recipient gets one of each product.')
  return max_choices === 1
    ? t('The recipient chooses one.')
    : t('The recipient chooses up to {max}.', { max: max_choices })
}

const ItemGrid = ({
  items,
  chosenIds,
}: {
  items: Gift['offering']['line_items']
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
