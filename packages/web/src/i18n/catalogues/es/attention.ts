import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/attention.ts'

export const catalogue: SameTexts<typeof german> = {
  '{count} events are sent again.': {
    one: 'Se reenvía {count} evento.',
    other: 'Se reenvían {count} eventos.',
  },
  'Add stock': 'Añadir existencias',
  'Address rejected': 'Dirección rechazada',
  'An item is out of stock. The gift ships when stock arrives.':
    'Un artículo no tiene existencias. El regalo se enviará cuando lleguen.',
  'Bounced emails': 'Correos rebotados',
  'Cancel the gift': 'Anular el regalo',
  'Change the endpoint': 'Cambiar el endpoint',
  'Correct the address': 'Corregir la dirección',
  'Correct the email address': 'Corregir la dirección de correo',
  Ended: 'Terminado',
  'Endpoint failing': 'Endpoint con fallos',
  'Endpoints that missed events': 'Endpoints con eventos perdidos',
  'Extend the gift': 'Prorrogar el regalo',
  'Failed delivery attempts': 'Intentos de entrega fallidos',
  'Failing webhook endpoints': 'Endpoints de webhook con fallos',
  'Few codes are left.': 'Quedan pocos códigos.',
  'Few units are left in stock.': 'Quedan pocas unidades.',
  'Gifts out of stock': 'Regalos sin existencias',
  'Gifts that expire soon': 'Regalos que caducan pronto',
  'Import codes': 'Importar códigos',
  'Lost and returned parcels': 'Paquetes perdidos y devueltos',
  'Missed events': 'Eventos perdidos',
  'Most recent attempts to reach the endpoint failed.':
    'La mayoría de los últimos intentos de llegar al endpoint han fallado.',
  'No codes are left.': 'No quedan códigos.',
  'No units are left in stock.': 'No quedan unidades.',
  'Nothing needs attention.': 'Nada requiere atención.',
  'Open|state': 'Abierto',
  Overdue: 'Con retraso',
  'Overdue gifts': 'Regalos con retraso',
  'Parcel lost or returned': 'Paquete perdido o devuelto',
  'Problems that someone needs to solve. Each disappears once its cause is resolved.':
    'Problemas que debe resolver una persona. Una entrada termina cuando desaparece su causa.',
  'Rejected addresses': 'Direcciones rechazadas',
  'Remind the recipient': 'Recordárselo al destinatario',
  'Reminder sent.': 'Recordatorio enviado.',
  'Requests to the endpoint cannot be signed. The operator has to restore the encryption key.':
    'Las solicitudes al endpoint no se pueden firmar. El operador debe restaurar la clave de cifrado.',
  'See the tracking': 'Ver el seguimiento',
  'Send a test event': 'Enviar un evento de prueba',
  'Send the gift again': 'Enviar el regalo de nuevo',
  'Send the missed events again': 'Reenviar los eventos perdidos',
  'Ship the items again': 'Volver a enviar los artículos',
  'Started {start}': 'Empezó {start}',
  'Started {start}, ended {end}': 'Empezó {start}, terminó {end}',
  'Test event sent.': 'Evento de prueba enviado.',
  'The address of the recipient rejects email. The recipient has not redeemed the gift.':
    'La dirección del destinatario rechaza los correos. El destinatario no ha canjeado el regalo.',
  'The carrier found no one to accept the parcel.':
    'El transportista no encontró a nadie que recibiera el paquete.',
  'The carrier lost the parcel, and there is no replacement.':
    'El transportista perdió el paquete y el regalo no tiene otro.',
  'The carrier lost the parcel.': 'El transportista perdió el paquete.',
  'The carrier rejected the address or the label.':
    'El transportista rechazó la dirección o la etiqueta.',
  'The endpoint missed events in the last day. All five attempts failed.':
    'El endpoint perdió eventos en el último día. Los cinco intentos fallaron.',
  'The gift expires within seven days. The recipient has not redeemed it.':
    'El regalo caduca en menos de siete días. El destinatario no lo ha canjeado.',
  'The order is more than five days old, and no carrier has the parcel.':
    'El pedido tiene más de cinco días y ningún transportista tiene el paquete.',
  'The parcel came back, and there is no replacement.':
    'El paquete ha vuelto y el regalo no tiene otro.',
  'The parcel came back.': 'El paquete ha vuelto.',
  'The parcel has been on its way for more than ten days.':
    'El paquete lleva más de diez días en camino.',
  'What needs attention': 'Lo que requiere atención',
  'You’re all caught up': 'Todo al día',
}
