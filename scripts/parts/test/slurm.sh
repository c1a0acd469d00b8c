# shellcheck shell=bash disable=SC2034,SC2154 # its variables are those of the program that sources it
# start_slurm: starts, as root, a Slurm of one node in $work (without systemd), exports SLURM_CONF, and adds its processes to `processes`.
start_slurm() {
  local host cpus
  host=$(hostname -s)
  cpus=$(nproc)
  mkdir -p "$work/slurm/state" "$work/slurm/spool"
  dd if=/dev/urandom of="$work/munge.key" bs=1024 count=1 status=none
  chown munge "$work/munge.key" && chmod 400 "$work/munge.key"
  mkdir -p "$work/munge" && chown munge "$work/munge"
  setpriv --reuid munge --regid munge --clear-groups munged --foreground --force --key-file "$work/munge.key" \
    --socket "$work/munge/socket" --pid-file "$work/munge/pid" --log-file "$work/munge/log" --seed-file "$work/munge/seed" >/dev/null 2>&1 &
  processes+=($!)
  cat >"$work/slurm.conf" <<CONF
ClusterName=here
SlurmctldHost=$host
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CryptoType=crypto/munge
SlurmctldPort=17817
SlurmdPort=17818
StateSaveLocation=$work/slurm/state
SlurmdSpoolDir=$work/slurm/spool
SlurmctldPidFile=$work/slurm/ctld.pid
SlurmdPidFile=$work/slurm/d.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=2
MailProg=/bin/true
ReturnToService=2
NodeName=$host CPUs=$cpus State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
CONF
  export SLURM_CONF=$work/slurm.conf
  slurmctld -D -L "$work/slurm/ctld.log" >/dev/null 2>&1 & processes+=($!)
  slurmd -D -N "$host" -L "$work/slurm/d.log" >/dev/null 2>&1 & processes+=($!)
  for _ in $(seq 60); do
    sinfo --noheader -o %t 2>/dev/null | grep -qE 'idle|mix' && return
    sleep 1
  done
  echo "Slurm does not start:"; tail -5 "$work/slurm/"*.log "$work/munge/log"; exit 1
}
