/** In the place of the check of a licence whose text names no number: nobody looks it up in a register. */
export const Unread = () => (
  <p className="text-sm font-semibold text-warning">
    No se lee el número. Queda sin comprobar hasta que lo escribas en «Matrículas».
  </p>
);
