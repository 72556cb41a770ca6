import { Button, Group, Select, Stack, Switch } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { CardFormat, DocumentKind, PackingParcel, Paper } from '#web/admin-api.ts'
import { t } from '#web/i18n/packing.ts'
import { cardFormatLabels, type PrintSettings, paperLabels } from './print-document.ts'

const defaults: PrintSettings = { paper: 'a4', card_style: { format: 'a6', has_marks: false } }

/** Returns the papers of documents and cards, and a function that changes them. The browser stores the choice. */
export function usePrintSettings(): [PrintSettings, (change: Partial<PrintSettings>) => void] {
  const [paper, setPaper] = useLocalStorage<Paper>({
    key: 'bestow.packing.paper',
    defaultValue: defaults.paper,
  })
  const [card_style, setStyle] = useLocalStorage<PrintSettings['card_style']>({
    key: 'bestow.packing.card',
    defaultValue: defaults.card_style,
  })
  const change = (settings: Partial<PrintSettings>) => {
    if (settings.paper !== undefined) setPaper(settings.paper)
    if (settings.card_style !== undefined) setStyle(settings.card_style)
  }
  return [{ paper, card_style }, change]
}

interface PrintAllProps {
  parcels: readonly PackingParcel[]
  print: (kind: DocumentKind) => void
}

/** The papers of the warehouse, and the buttons that print for all parcels of the packer. */
export function PrintAll({ parcels, print }: PrintAllProps) {
  const [{ paper, card_style }, change] = usePrintSettings()
  const count = parcels.length
  const cards = parcels.filter(({ has_card }) => has_card).length
  return (
    <Stack gap="sm">
      <Group gap="xs" align="flex-end">
        <Select
          label={t('Paper')}
          size="sm"
          w={130}
          allowDeselect={false}
          data={toOptions(paperLabels)}
          value={paper}
          onChange={(value) => change({ paper: (value as Paper | null) ?? defaults.paper })}
        />
        <Select
          label={t('Cards')}
          size="sm"
          w={210}
          allowDeselect={false}
          data={toOptions(cardFormatLabels)}
          value={card_style.format}
          onChange={(value) =>
            change({
              card_style: { ...card_style, format: (value as CardFormat | null) ?? 'a6' },
            })
          }
        />
        <Switch
          label={t('Marks for cutting and folding')}
          size="sm"
          checked={card_style.has_marks}
          onChange={({ currentTarget: { checked } }) =>
            change({ card_style: { ...card_style, has_marks: checked } })
          }
        />
      </Group>
      {count > 1 && (
        <Group gap="xs">
          <PrintButton onClick={() => print('pick_list')}>{t('Print the pick list')}</PrintButton>
          <PrintButton onClick={() => print('packing_slip')}>
            {t('Print {count} slips', { count })}
          </PrintButton>
          {cards > 0 && (
            <>
              <PrintButton onClick={() => print('greeting_card')}>
                {t('Print {count} cards', { count: cards })}
              </PrintButton>
              <PrintButton onClick={() => print('slip_and_card')}>
                {t('Print each slip with its card')}
              </PrintButton>
            </>
          )}
          <PrintButton onClick={() => print('address_label')}>
            {t('Print {count} labels', { count })}
          </PrintButton>
        </Group>
      )}
    </Stack>
  )
}

const PrintButton = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <Button size="sm" variant="default" onClick={onClick}>
    {children}
  </Button>
)

const toOptions = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
