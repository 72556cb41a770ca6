import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/spend.ts'

export const catalogue: SameTexts<typeof german> = {
  'This month': 'Este mes',
  'Last month': 'El mes pasado',
  'Last 3 months': 'Últimos 3 meses',
  'Last 12 months': 'Últimos 12 meses',
  'This year': 'Este año',
  'Last year': 'El año pasado',
  'What your gifts cost: items when they are redeemed, labels, and donations.':
    'Lo que cuestan tus regalos: los artículos cuando se canjean, las etiquetas y las donaciones.',
  Period: 'Periodo',
  'Group by': 'Agrupar por',
  'Download each cost': 'Descargar cada coste',
  'Nothing spent in this period': 'Sin gastos en este periodo',
  'Open the catalogue': 'Abrir el catálogo',
  'Enter what each item costs you. From then on, redeemed gifts count here.':
    'Indica lo que te cuesta cada artículo. A partir de entonces, los regalos canjeados se cuentan aquí.',
  'Spend by {group}': 'Gastos por {group}',
  'Only the 500 largest rows are shown.': 'Solo se muestran las 500 filas de mayor importe.',
  'Months are in UTC. Amounts of different currencies are never added.':
    'Los meses se cuentan en UTC. Los importes en monedas distintas nunca se suman.',
  'Month before': 'Mes anterior',
  'Period before': 'Periodo anterior',
  'Without a campaign': 'Sin campaña',
  'A former user': 'Una persona que ya no está',
  'Without a cost centre': 'Sin centro de coste',
  Totals: 'Totales',
  'Nothing in the period before': 'Sin gastos en el periodo anterior',
  '{percent} compared with {amount}': '{percent} respecto a {amount}',
  'in {month}': 'en {month}',
  'from {from} to {until}': 'de {from} a {until}',
  '{count} gifts': { one: '{count} regalo', other: '{count} regalos' },
}
