import { useProduct } from "../../shared/app-context.ts";

/** Explains how to receive pushes on an iPhone: only from a page on its home screen, since iOS 16.4. */
export function AddToHomeScreen() {
  const { productName } = useProduct();
  return (
    <div>
      <p className="font-semibold">Agregá {productName} a tu pantalla de inicio</p>
      <p className="text-muted">
        Tu iPhone o iPad muestra avisos desde iOS 16.4, y solo de lo que está en la pantalla de inicio. Tocá Compartir y
        después «Agregar a inicio»; abrí {productName} desde ahí y activá los avisos.
      </p>
    </div>
  );
}
