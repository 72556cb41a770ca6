import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/packing.ts'

export const catalogue: SameTexts<typeof german> = {
  'Packed. Press Enter for the next parcel.': 'Embalado. Pulsa Intro para el siguiente paquete.',
  'This parcel is packed. To change it, choose “Mark as not packed” under “More actions”.':
    'Este paquete está embalado. Para cambiarlo, elige «Marcar como no embalado» en «Más acciones».',
  'in the box. Tick one of {name}.': 'en la caja. Marca una unidad de {name}.',
  'Scan or type it.': 'Escanéalo o escríbelo.',
  'Mail without tracking': 'Envío sin seguimiento',
  'Scan the number, or choose “Mail without tracking”.':
    'Escanea el número o elige «Envío sin seguimiento».',
  '{code} is not a tracking number but the code of a parcel. Scan the label of the carrier.':
    '{code} no es un número de seguimiento, sino el código de un paquete. Escanea la etiqueta del transportista.',
  '{code} is not a tracking number but the code of an item. Scan the label of the carrier.':
    '{code} no es un número de seguimiento, sino el código de un artículo. Escanea la etiqueta del transportista.',
  '{count} days': { one: '{count} día', other: '{count} días' },
  '{guess}, by the number. Enter another one if it is wrong.':
    '{guess}, según el número. Indica otro si no es correcto.',
  '{name} has it': 'Lo tiene {name}',
  '{name}: {done} of {quantity}': '{name}: {done} de {quantity}',
  'Address unusable': 'Dirección inservible',
  'All items are in the box. Press Enter when it is packed.':
    'Todos los artículos están en la caja. Pulsa Intro cuando el paquete esté embalado.',
  'All warehouses': 'Todos los almacenes',
  'Another packer can take the parcel now. Take it again to continue.':
    'Ahora otra persona puede tomar el paquete. Tómalo de nuevo para continuar.',
  'Asking the carriers for their rates': 'Consultando las tarifas de los transportistas',
  'Parcel barcode or SKU': 'Código o SKU',
  'Buy the label': 'Comprar la etiqueta',
  'Choose a rate': 'Elegir tarifa',
  'Choose a rate for {barcode}': 'Elegir una tarifa para {barcode}',
  'Do not send the parcel. Put its items back into stock.':
    'No envíes el paquete. Devuelve sus artículos a existencias.',
  'Document to print': 'Documento para imprimir',
  'Enter, Space and the arrows work while the scan field is empty.':
    'Intro, Espacio y las flechas funcionan mientras el campo de escaneo está vacío.',
  'Hand over': 'Entregar',
  'Hand over {barcode}': 'Entregar {barcode}',
  'Hand over to the carrier': 'Entregar al transportista',
  'Here is your next parcel.': 'Aquí tienes tu próximo paquete.',
  'I have read it': 'Leído',
  'Its state has changed. Put it aside and ask the sender of the gift.':
    'Su estado ha cambiado. Apártalo y pregunta al remitente del regalo.',
  'Its stock in {warehouse} is set to 0. The gift ships from another warehouse, or waits until the item is in stock. Put the other items back into stock.':
    'Las existencias en {warehouse} se ponen a 0. El regalo se envía desde otro almacén o espera hasta que haya existencias. Devuelve los demás artículos a su sitio.',
  Keys: 'Teclas',
  'Keys of the packing station': 'Teclas del puesto de embalaje',
  Label: 'Etiqueta',
  'Leave it empty if the tracking number identifies the carrier.':
    'Déjalo vacío si el número indica el transportista.',
  'Loading the address': 'Cargando la dirección',
  'Loading your parcels': 'Cargando tus paquetes',
  'Mark as not packed': 'Marcar como no embalado',
  'Mark the parcel as packed first.': 'Marca primero el paquete como embalado.',
  'More actions for this parcel': 'Más acciones para este paquete',
  'No connection. Try again in a moment.': 'Sin conexión. Inténtalo de nuevo en un momento.',
  'No estimate': 'Sin estimación',
  'no number': 'sin número',
  'No parcel': 'Ningún paquete',
  'No parcel is open, so {code} cannot be checked. Take a parcel first.':
    'No hay ningún paquete abierto, así que no se puede comprobar {code}. Toma primero un paquete.',
  'No parcel is waiting.': 'No hay paquetes en espera.',
  'No parcel on your table': 'No hay ningún paquete en tu mesa',
  'None yet. A parcel that you take is yours for 20 minutes after your last key.':
    'Ninguno todavía. Un paquete que tomas es tuyo hasta 20 minutos después de tu última pulsación.',
  'Not packed.': 'No embalado.',
  'Nothing to hand over': 'Nada que entregar',
  'Nothing to pack': 'Nada que embalar',
  'One moment. Then scan the parcel again.': 'Un momento. Después, escanea de nuevo el paquete.',
  'One too many: the parcel gets {quantity} × {name}.':
    'Una de más: el paquete lleva {quantity} × {name}.',
  'One unit is written off in {warehouse}. If another one is in stock, take it. Otherwise the gift ships from another warehouse, or waits.':
    'Se da de baja una unidad en {warehouse}. Si hay otra en existencias, tómala. Si no, el regalo se envía desde otro almacén o espera.',
  'Open parcel {barcode}': 'Abrir el paquete {barcode}',
  'Open|verb': 'Abrir',
  packed: 'embalado',
  Packed: 'Embalado',
  'Packed parcels wait here until the carrier collects them.':
    'Los paquetes embalados esperan aquí hasta que el transportista los recoge.',
  Paper: 'Papel',
  'Parcel {barcode}': 'Paquete {barcode}',
  'Parcel {barcode} is free again.': 'El paquete {barcode} vuelve a estar libre.',
  'Parcel {barcode} is handed over to {carrier}.':
    'El paquete {barcode} se ha entregado a {carrier}.',
  'Parcel {barcode} is handed over.': 'El paquete {barcode} se ha entregado al transportista.',
  'Parcel {barcode} is open.': 'El paquete {barcode} está abierto.',
  'Picture of the camera': 'Imagen de la cámara',
  'Print {count} labels': 'Imprimir {count} etiquetas',
  'Print {count} slips': 'Imprimir {count} notas de entrega',
  'Print the label, or choose its rate': 'Imprimir la etiqueta o elegir su tarifa',
  'Print the packing slip': 'Imprimir la nota de entrega',
  'Problem?': '¿Algún problema?',
  'Put the other items back. The gift ships from another warehouse, or when the item is in stock.':
    'Devuelve los demás artículos a su sitio. El regalo se enviará desde otro almacén o cuando haya existencias.',
  Queue: 'Cola',
  Rate: 'Tarifa',
  'Ready. Scan a parcel, or press Enter.': 'Listo. Escanea un paquete o pulsa Intro.',
  'Redeemed gifts appear here as soon as their parcels are planned.':
    'Los regalos canjeados aparecen aquí en cuanto se planifican sus paquetes.',
  Release: 'Liberar',
  'Release the parcel': 'Liberar el paquete',
  'Report the address as unusable?': '¿Marcar la dirección como inservible?',
  'Report the item as damaged?': '¿Marcar el artículo como dañado?',
  'Report the item as out of stock?': '¿Marcar el artículo como agotado?',
  'Return the parcel': 'Devolver el paquete',
  'Returned. The parcel comes back with a corrected address.':
    'Devuelto. El paquete volverá con la dirección corregida.',
  'Scan a parcel or an item': 'Escanear un paquete o un artículo',
  'Scan the barcode of a parcel, choose one from the queue, or take the oldest.':
    'Escanea el código de barras de un paquete, elige uno de la cola o toma el más antiguo.',
  'Scan the other items, or press {keys} to confirm by hand.':
    'Escanea los demás artículos o pulsa {keys} para confirmar a mano.',
  'Scan with the camera': 'Escanear con la cámara',
  'Select an item': 'Seleccionar un artículo',
  'Set the stock to 0': 'Poner existencias a 0',
  'Ship to': 'Enviar a',
  'Show more': 'Ver más',
  'Show the keys': 'Mostrar las teclas',
  Slip: 'Nota de entrega',
  'Something went wrong. Try again.': 'Algo ha salido mal. Inténtalo de nuevo.',
  'Sound off': 'Sonido desactivado',
  'Sound on': 'Sonido activado',
  'Sound on or off': 'Activar o desactivar el sonido',
  'Stop: the address has changed': 'Alto: la dirección ha cambiado',
  'Stop: this gift was cancelled': 'Alto: este regalo se ha anulado',
  'Stop: this parcel is not to pack any more': 'Alto: este paquete ya no hay que embalarlo',
  Take: 'Tomar',
  'Take a parcel first.': 'Toma primero un paquete.',
  'Take it again': 'Tomar de nuevo',
  'Take next': 'Tomar el siguiente',
  'Take parcel {barcode}': 'Tomar el paquete {barcode}',
  'Take several parcels': 'Tomar varios paquetes',
  'Take the next {count}': 'Tomar los {count} siguientes',
  'Take the next parcel': 'Tomar el paquete siguiente',
  'The address cannot be used': 'La dirección no sirve',
  'The camera is not available. Allow it in the settings of the browser.':
    'La cámara no está disponible. Permítela en los ajustes del navegador.',
  'The document could not be printed. {reason}': 'No se pudo imprimir el documento. {reason}',
  'The gift goes back to its sender, who corrects the address. The parcel then returns to the queue. Keep the box, or put the items back.':
    'El regalo vuelve a su remitente, que corrige la dirección. Después, el paquete regresa a la cola. Guarda la caja o devuelve los artículos a su sitio.',
  'The gift then counts as dispatched, and the recipient can follow the parcel. This cannot be undone.':
    'El regalo pasa a expedido y el destinatario puede seguir el paquete. Esta acción no se puede deshacer.',
  'The item': 'El artículo',
  'The label is bought already.': 'La etiqueta ya está comprada.',
  'The label of {carrier} is bought. Print it now.':
    'La etiqueta de {carrier} está comprada. Imprímela ahora.',
  'The next step: take, packed, hand over': 'El paso siguiente: tomar, embalado, entregar',
  'The number does not show its carrier. Enter the name.':
    'El número no indica el transportista. Escribe el nombre.',
  'The parcels of the simulator are not packed.': 'Los paquetes del simulador no se embalan.',
  'The selected item is damaged': 'El artículo seleccionado está dañado',
  'The selected item is out of stock': 'El artículo seleccionado no tiene existencias',
  'this warehouse': 'este almacén',
  'Throw the label away. Take the parcel again and print a new one.':
    'Tira la etiqueta. Toma de nuevo el paquete e imprime otra.',
  'Tick all items': 'Marcar todos los artículos',
  'Tick one unit of the selected item': 'Marcar una unidad del artículo seleccionado',
  'to {country}': 'a {country}',
  'To pack': 'Por embalar',
  'Try again.': 'Inténtalo de nuevo.',
  'US Letter': 'Carta (EE. UU.)',
  Warehouse: 'Almacén',
  'Write one off': 'Dar de baja una unidad',
  'Written off. Take another one from stock and scan it.':
    'Dada de baja. Toma otra unidad de las existencias y escanéala.',
  'Wrong item: {code} is not in this parcel.': 'Artículo equivocado: {code} no va en este paquete.',
  'You have {count} more parcels.': {
    one: 'Tienes {count} paquete más.',
    other: 'Tienes {count} paquetes más.',
  },
  'Your 20 minutes are over': 'Se han acabado tus 20 minutos',
  'Your parcels': 'Tus paquetes',
}
