import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Answers, queries } from "../../../client/api.ts";
import { toastFailure } from "../../../client/toast-failure.ts";
import { Button } from "../../../ui/button.tsx";

type Week = NonNullable<Answers["agendas"]["week"]>;

/** A day's extra hours or closed time, which can be taken back. */
export function Change({ change }: { change: Week["days"][number]["exceptions"][number] }) {
  const queryClient = useQueryClient();
  const unblock = useMutation(queries.agendas.unblock.mutationOptions());
  const remove = async () => {
    try {
      await unblock.mutateAsync({ id: change.id });
    } catch (error) {
      toastFailure("No se pudo quitar", error);
    } finally {
      await queryClient.invalidateQueries({ queryKey: queries.agendas.key() });
    }
  };
  const { start_time, end_time, is_open } = change;
  return (
    <li className="flex min-h-11 items-center justify-between gap-2 rounded-card bg-sunken p-2 pl-3">
      <span>
        {is_open ? "Horario extra" : "Cerrado"} {start_time ? `${start_time} a ${end_time}` : "todo el día"}
      </span>
      <span className="print:hidden">
        <Button variant="quiet" size="small" isPending={unblock.isPending} onPress={() => void remove()}>
          Quitar
        </Button>
      </span>
    </li>
  );
}
