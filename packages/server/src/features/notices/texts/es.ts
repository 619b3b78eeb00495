import type { Catalogue } from './catalogue.ts';

const POSITION = 'posición {positionId} ({direction}) en {symbol} ({amountCents} × {leverage})';
const QUOTE = 'La cotización era venta {sellRate}, compra {buyRate}.';
const NOT_YOU =
  'Si no ha sido usted, cambie su contraseña ahora y póngase en contacto con nosotros.';

export const es: Catalogue = {
  kinds: {
    'stop-filled': {
      title: 'Stop loss alcanzado: {symbol}',
      text: `Su ${POSITION} se cerró por su stop loss a {rate}. Fecha y hora: {atMs}. Resultado: {profitCents}.`,
    },
    'target-filled': {
      title: 'Take profit alcanzado: {symbol}',
      text: `Su ${POSITION} se cerró por su take profit a {rate}. Fecha y hora: {atMs}. Resultado: {profitCents}.`,
    },
    'position-split': {
      title: 'División: {symbol}',
      text: '{symbol} se dividió: {newUnits} nuevos por {oldUnits} antiguos. Fecha y hora: {atMs}. Su posición {positionId} sigue con el mismo importe y apalancamiento. Su precio de apertura es ahora {rate}; el stop loss, el take profit y el cierre forzoso se ajustaron en la misma proporción. La diferencia por el redondeo se anotó en su cuenta.',
    },
    'dividend-booked': {
      title: 'Dividendo: {symbol}',
      text: 'Se anotó un dividendo de {symbol} para su posición {positionId}: {amountCents}. Fecha y hora: {atMs}. A una compra se le abona, una venta lo paga.',
    },
    'position-terminated': {
      title: 'Posición cerrada de forma forzosa: {symbol}',
      text:
        `Su ${POSITION} se cerró a {rate}. Fecha y hora: {atMs}. ${QUOTE} Resultado: {profitCents}.\n\n` +
        'Regla: una posición se cierra cuando el precio se ha movido en su contra el porcentaje que ' +
        'corresponde a su apalancamiento. En esta posición ese nivel era {levelRate}.',
    },
    'position-closed-out': {
      title: 'Posición cerrada por margen insuficiente: {symbol}',
      text:
        `Su ${POSITION} se cerró a {rate}. Fecha y hora: {atMs}. ${QUOTE} Resultado: {profitCents}.\n\n` +
        'Regla: cuando el nivel de margen cae por debajo de {limitPercent}, se cierra la posición con la ' +
        'mayor pérdida, una a una, hasta que el nivel se restablece. Su nivel era {levelPercent}.',
    },
    'margin-warning': {
      title: 'Aviso de margen: su nivel de margen está por debajo de {thresholdPercent}',
      text:
        'Su nivel de margen era {levelPercent}. Fecha y hora: {atMs}. Si cae por debajo de {limitPercent}, ' +
        'sus posiciones se cierran, empezando por la mayor pérdida.\n\n' +
        'Puede cerrar posiciones o depositar para aumentarlo. No está obligado a depositar.',
    },
    'own-limit-reached': {
      title: 'Se aplica su propio límite: {limit}',
      text: 'El límite que usted fijó ({limit}) se alcanzó. Fecha y hora: {atMs}. Rige hasta: {untilMs}.',
    },
    'own-limit-set': {
      title: 'Su propio límite está vigente: {limit}',
      text: 'Desde {atMs} rige: {limit} por {period}, {amountCents}.',
    },
    'own-limit-waits': {
      title: 'Su propio límite va a cambiar: {limit}',
      text: 'Ha pedido un límite más alto o ninguno ({limit} por {period}). Rige desde: {fromMs}. Hasta entonces vale el actual, y puede conservarlo.',
    },
    'own-limit-removed': {
      title: 'Su propio límite ha terminado: {limit}',
      text: 'Como pidió, ya no rige desde {atMs}: {limit} por {period}.',
    },
    'exclusion-begun': {
      title: 'Ha comenzado: {limit}',
      text: 'Hasta {untilMs} no se puede abrir ni ingresar nada ({limit}). Puede cerrar posiciones y retirar. Se puede alargar, nunca acortar.',
    },
    'excluded-for-ever': {
      title: 'Se ha excluido para siempre',
      text: 'Desde {atMs} ya no se puede abrir ni ingresar nada. Puede cerrar posiciones y retirar. No se puede deshacer.',
    },
    'price-alert': {
      title: 'Alerta de precio: {symbol} a {rate}',
      text: 'El {side} de {symbol} alcanzó {rate}: estaba en {reachedRate}. Fecha y hora: {atMs}. Pidió saberlo una vez.',
    },
    'auto-trade-opened': {
      title: 'El trading automático abrió una posición: {symbol}',
      text: `El trading automático abrió su ${POSITION} a {rate}. Fecha y hora: {atMs}.`,
    },
    'auto-trade-closed': {
      title: 'El trading automático cerró una posición: {symbol}',
      text: `El trading automático cerró su ${POSITION} a {rate}. Fecha y hora: {atMs}. Resultado: {profitCents}.`,
    },
    'auto-trading-paused': {
      title: 'El trading automático está en pausa',
      text: 'El trading automático no abre nada nuevo porque se alcanzó su límite: {rule}. Fecha y hora: {atMs}. Las posiciones abiertas conservan su stop loss y su take profit.',
    },
    'deposit-requested': {
      title: 'Depósito {transactionId} registrado',
      text: 'Hemos registrado su depósito {transactionId} de {amountCents}. Le avisaremos cuando haya llegado el dinero.',
    },
    'deposit-approved': {
      title: 'Depósito {transactionId} abonado',
      text: 'Su depósito {transactionId} de {amountCents} se ha abonado en su cuenta.',
    },
    'deposit-failed': {
      title: 'Depósito {transactionId} no completado',
      text: 'Su depósito {transactionId} de {amountCents} no se completó. No se ha abonado nada.',
    },
    'deposit-in-review': {
      title: 'Depósito {transactionId} en revisión',
      text: 'Lo que recibimos por su depósito {transactionId} de {amountCents} difiere de la solicitud. Lo revisamos y le comunicaremos el resultado.',
    },
    'deposit-rejected': {
      title: 'Depósito {transactionId} rechazado',
      text: 'Su depósito {transactionId} de {amountCents} fue rechazado. Si tiene preguntas, póngase en contacto con nosotros.',
    },
    'deposit-reversed': {
      title: 'Depósito {transactionId} revertido',
      text: 'Su depósito {transactionId} fue revertido. Se han cargado {amountCents} en su cuenta.',
    },
    'withdrawal-requested': {
      title: 'Retirada {transactionId} solicitada',
      text: 'Hemos recibido su solicitud de retirar {amountCents}, número {transactionId}. El importe queda reservado hasta que se decida. Si no ha sido usted, póngase en contacto con nosotros ahora.',
    },
    'withdrawal-approved': {
      title: 'Retirada {transactionId} aprobada',
      text: 'Su retirada {transactionId} de {amountCents} fue aprobada y se está pagando.',
    },
    'withdrawal-paid': {
      title: 'Retirada {transactionId} pagada',
      text: 'Su retirada {transactionId} de {amountCents} se ha pagado. Puede tardar unos siete días hábiles en aparecer.',
    },
    'withdrawal-rejected': {
      title: 'Retirada {transactionId} rechazada',
      text: 'Su retirada {transactionId} fue rechazada. {amountCents} vuelven a estar disponibles en su cuenta.',
    },
    'withdrawal-cancelled': {
      title: 'Retirada {transactionId} cancelada',
      text: 'Su retirada {transactionId} fue cancelada. {amountCents} vuelven a estar disponibles en su cuenta.',
    },
    'withdrawal-returned': {
      title: 'Retirada {transactionId} devuelta',
      text: 'El pago de su retirada {transactionId} falló. {amountCents} se han abonado de nuevo en su cuenta.',
    },
    'document-approved': {
      title: 'Documento aprobado: {document}',
      text: 'Hemos revisado y aprobado su documento ({document}).',
    },
    'document-rejected': {
      title: 'Documento rechazado: {document}',
      text: 'No hemos podido aceptar su documento ({document}): {note}\n\nPor favor, súbalo de nuevo.',
    },
    'new-device': {
      title: 'Inicio de sesión desde un dispositivo nuevo',
      text: `Alguien inició sesión en su cuenta con {device} desde {place}. Fecha y hora: {atMs}. ${NOT_YOU}`,
    },
    'password-changed': {
      title: 'Se ha cambiado su contraseña',
      text: `Se ha cambiado su contraseña. Fecha y hora: {atMs}. Se han cerrado todas las demás sesiones. ${NOT_YOU}`,
    },
    'second-factor-added': {
      title: 'Segundo factor añadido: {factor}',
      text: `Se ha añadido un segundo factor ({factor}) a su cuenta. Fecha y hora: {atMs}. ${NOT_YOU}`,
    },
    'second-factor-removed': {
      title: 'Segundo factor eliminado: {factor}',
      text: `Se ha eliminado un segundo factor ({factor}) de su cuenta. Fecha y hora: {atMs}. ${NOT_YOU}`,
    },
    'recovery-code-used': {
      title: 'Se ha usado un código de recuperación',
      text: `Se ha usado un código de recuperación para iniciar sesión. Fecha y hora: {atMs}. Códigos restantes: {left}. ${NOT_YOU}`,
    },
    'second-factor-guessed': {
      title: 'Códigos incorrectos del segundo factor',
      text: `Se han introducido varias veces códigos incorrectos de su segundo factor. Última vez: {atMs}. Quien lo hizo conoce su contraseña o tiene la sesión iniciada. ${NOT_YOU}`,
    },
    'recovery-codes-renewed': {
      title: 'Se han creado nuevos códigos de recuperación',
      text: `Se han creado nuevos códigos de recuperación para su cuenta. Fecha y hora: {atMs}. Los anteriores ya no sirven. ${NOT_YOU}`,
    },
    'email-confirmation': {
      title: 'Confirme su dirección de correo',
      text: 'Confirme su dirección de correo con el enlace de nuestro correo. Es válido hasta: {untilMs}. Solo después se puede retirar dinero.',
    },
    'email-changed': {
      title: 'Se ha cambiado su dirección de correo',
      text: `La dirección de correo de su cuenta se ha cambiado a {email}. Fecha y hora: {atMs}. ${NOT_YOU}`,
    },
    'auto-login-used': {
      title: 'Se ha usado un enlace de acceso',
      text: `Se ha usado un enlace de acceso a su cuenta con {device} desde {place}. Fecha y hora: {atMs}. ${NOT_YOU}`,
    },
    'reset-link': {
      title: 'Se ha pedido una contraseña nueva',
      text: 'Alguien ha pedido una contraseña nueva para su cuenta. El enlace de nuestro correo permite fijarla; sirve una vez, hasta: {untilMs}. Si no ha sido usted, no tiene que hacer nada.',
    },
    'data-export-ready': {
      title: 'Sus datos están listos',
      text: 'Hemos reunido todo lo que conservamos sobre usted. Inicie sesión y descárguelo antes del {untilMs}; después se borra.',
    },
    'data-export-failed': {
      title: 'No se pudieron reunir sus datos',
      text: 'No se pudo crear el archivo con sus datos. Fecha y hora: {atMs}. Vuelva a solicitarlo y escríbanos si tampoco funciona.',
    },
    'account-closed': {
      title: 'Su cuenta se ha cerrado',
      text: 'Su cuenta se ha cerrado. Fecha y hora: {atMs}. Lo que la ley obliga a conservar se conserva durante el plazo exigido y después se borra.',
    },
    'operator-message': { title: '{title}', text: '{message}' },
  },
  words: {
    buy: 'compra',
    sell: 'venta',
    'buy-price': 'precio de compra',
    'sell-price': 'precio de venta',
    passport: 'documento de identidad',
    address: 'justificante de domicilio',
    funding: 'justificante del medio de pago',
    'deposit-limit': 'límite de depósito',
    'loss-limit': 'límite de pérdida',
    day: 'día',
    week: 'semana',
    month: 'mes',
    'time-out': 'pausa',
    'self-exclusion': 'autoexclusión',
    'daily-loss': 'pérdida de un día',
    drawdown: 'caída desde el valor máximo',
    authenticator: 'aplicación de autenticación',
    passkey: 'llave de acceso',
  },
  mail: {
    greeting: 'Hola, {name}:',
    greetingUnnamed: 'Hola:',
    open: 'Abrir {operator}',
    optional:
      'Recibe este correo porque tiene una cuenta en {operator}. Puede desactivar estos correos en su cuenta.',
    required:
      'Recibe este correo porque tiene una cuenta en {operator}. Los correos de este tipo no se pueden desactivar.',
  },
};
