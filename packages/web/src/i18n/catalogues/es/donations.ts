import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/donations.ts'

export const catalogue: SameTexts<typeof german> = {
  '{name}: marked as paid.': '{name}: marcado como pagado.',
  '{name}: marked as unpaid.': '{name}: marcado como no pagado.',
  'Actions for {name}, {currency}': 'Acciones para {name}, {currency}',
  'Add a charity': 'Añadir una organización',
  'Add a charity to the catalogue and offer it in a campaign. Recipients can then donate instead of getting a gift.':
    'Añade una organización al catálogo y ofrécela en una campaña. Los destinatarios podrán donar en lugar de recibir un regalo.',
  'All years': 'Todos los años',
  'Change the year or show paid ones, too.': 'Cambia el año o muestra también las pagadas.',
  Charity: 'Organización',
  'Donations by month': 'Donaciones por mes',
  'Download totals': 'Descargar totales',
  'Everything is paid.': 'Todo está pagado.',
  'Have you sent {amount} to {charity}? Bestow sends no money. Donations that come later in {month} stay unpaid.':
    '¿Has enviado {amount} a {charity}? Bestow no envía dinero. Las donaciones posteriores de {month} quedan sin pagar.',
  'Mark {amount} as paid': 'Marcar {amount} como pagado',
  'Mark as paid': 'Marcar como pagado',
  'Mark as paid: {name}, {currency}': 'Marcar como pagado: {name}, {currency}',
  'Mark as unpaid': 'Marcar como no pagado',
  'Mark as unpaid…': 'Marcar como no pagado…',
  'No donations match': 'Ninguna donación coincide',
  'No donations yet': 'Todavía no hay donaciones',
  'Not paid': 'Sin pagar',
  'Only the newest 1,000 rows are shown. Choose a year, or download the file.':
    'Solo se muestran las 1000 filas más recientes. Elige un año o descarga el archivo.',
  'Only unpaid': 'Solo pendientes de pago',
  'Paid {time}': 'Pagado {time}',
  'Partly paid {time}': 'Pagado en parte {time}',
  'The donations of the last payment count as unpaid again. The audit log keeps both.':
    'Las donaciones del último pago vuelven a contar como no pagadas. El registro de auditoría conserva ambas cosas.',
  'To pay': 'Por pagar',
  Total: 'Total',
  'What your gifts give to charities. Bestow keeps count; you pay the charities.':
    'Lo que tus regalos donan a organizaciones. Bestow lleva la cuenta; tú pagas a las organizaciones.',
  Year: 'Año',
}
